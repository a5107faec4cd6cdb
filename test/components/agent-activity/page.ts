/** A page with `<agent-activity>` under a clock that only moves when it is told to. */
import { fixture, html } from "@open-wc/testing";
import "../../../components/agent-activity/agent-activity.js";
import type { AgentActivityElement } from "../../../components/agent-activity/agent-activity.js";
import "../../../components/agent-surface/agent-surface.js";
import type { AgentSurfaceElement } from "../../../components/index.js";
import type {
  AgentActionDefinition,
  AgentInvocationResult,
  AgentSurfaceRegistry,
  JsonValue,
} from "../../../src/index.js";
import type { FakeTime } from "../../helpers/fake-time.js";
import { act, createSurface, deferred } from "../../helpers/surface.js";

export interface ActivityPage {
  readonly surface: AgentSurfaceElement;
  readonly element: AgentActivityElement;
  readonly registry: AgentSurfaceRegistry;
  readonly time: FakeTime;
  /** The calls that were made, by their order. */
  readonly calls: Call[];
  readonly call: (name?: string, agent?: string) => Call;
  readonly pass: (milliseconds: number) => Promise<void>;
}

export interface Call {
  readonly promise: Promise<JsonValue | void>;
  readonly resolve: (value?: JsonValue) => void;
  readonly result: Promise<AgentInvocationResult>;
}

const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout, now: Date.now };

/** Puts the page's own clock back. */
export function realTime(): void {
  Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout });
  Date.now = real.now;
}

type Own = Partial<AgentActionDefinition<{ [key: string]: JsonValue }, JsonValue | void>>;

export async function activityPage(own: Own = {}): Promise<ActivityPage> {
  const { registry, time } = createSurface();
  const calls: Call[] = [];
  const waiting: Promise<JsonValue | void>[] = [];
  const execute = () => waiting.shift()!;
  registry.register({
    type: "shop.cart",
    description: "The cart.",
    actions: {
      checkOut: act({
        label: "Place the order",
        timeoutMs: 600_000,
        concurrency: { mode: "parallel", max: 100 },
        execute,
        ...own,
      }),
      applyCoupon: act({ timeoutMs: 600_000, concurrency: { mode: "parallel", max: 100 }, execute }),
    },
  });
  const surface = await fixture<AgentSurfaceElement>(
    html`<agent-surface confirmation="none" .registry=${registry}
      ><agent-activity></agent-activity
    ></agent-surface>`,
  );
  const element = surface.querySelector("agent-activity")!;
  await element.updateComplete;
  const { schedule } = time;
  Object.assign(globalThis, {
    setTimeout: (callback: () => void, milliseconds: number) => schedule.timeout(callback, milliseconds),
    clearTimeout: (handle: unknown) => schedule.clear(handle),
  });
  Date.now = time.now;
  return {
    surface,
    element,
    registry,
    time,
    calls,
    call(name = "checkOut", agent = "browser-agent") {
      const call = deferred<JsonValue | void>();
      waiting.push(call.promise);
      const result = registry.invoke(
        { capabilityId: `view:shop.cart.${name}`, input: { card: "4111-secret" } },
        { consumer: { id: agent, kind: "webmcp" } },
      );
      const { promise } = call;
      const made = { promise, resolve: (value?: JsonValue) => call.resolve(value), result };
      calls.push(made);
      return made;
    },
    async pass(milliseconds) {
      await time.advance(milliseconds);
      await element.updateComplete;
    },
  };
}

export function text(node: Element | null | undefined): string {
  return (node?.textContent ?? "").replace(/\s+/g, " ").trim();
}

export function within(element: Element, selector: string): HTMLElement | null {
  return element.shadowRoot!.querySelector<HTMLElement>(selector);
}

export function rows(element: Element, list: "ul" | "ol"): string[] {
  return Array.from(element.shadowRoot!.querySelectorAll(`${list} > li`), text);
}

export function isSeen(element: Element): boolean {
  return within(element, ".panel")!.checkVisibility();
}

export function said(element: Element): string {
  return text(within(element, "[role=status]"));
}
