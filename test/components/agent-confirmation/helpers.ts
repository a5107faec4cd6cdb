import { waitUntil } from "@open-wc/testing";
import { resetMouse, sendMouse } from "@web/test-runner-commands";
import { action, createAgentSurfaceRegistry, fromJsonSchema } from "../../../src/index.js";
import type {
  AgentActionDefinition,
  AgentSurfaceRegistry,
  ConfirmationOutcome,
  JsonSchema,
  JsonValue,
  RegistryOptions,
} from "../../../src/index.js";
import type { AgentConfirmationElement } from "../../../components/agent-confirmation/agent-confirmation-element.js";

export interface Shop {
  readonly registry: AgentSurfaceRegistry;
  /** How often the handler ran, and with what. */
  readonly runs: JsonValue[];
  /** Calls the action, so that it asks. */
  ask(input?: JsonValue): Promise<AskedQuestion>;
  unregister(): void;
}

export interface AskedQuestion {
  readonly id: string;
  readonly outcome: Promise<ConfirmationOutcome>;
  /** The same call again, with what the answer made of its question. */
  retry(): Promise<string>;
}

let shops = 0;

export function openShop(
  definition: Partial<Omit<AgentActionDefinition<JsonValue>, "execute" | "output">> & {
    schema?: JsonSchema;
  } = {},
  options: RegistryOptions = {},
): Shop {
  const { schema = { type: "object", properties: {} }, ...rest } = definition;
  const registry = createAgentSurfaceRegistry(options);
  const runs: JsonValue[] = [];
  const type = `shop.cart${String(++shops)}`;
  const handle = registry.register({
    type,
    label: "Cart",
    description: "The visitor's shopping cart",
    actions: {
      checkOut: action({
        description: "Start the payment",
        input: fromJsonSchema(schema),
        effect: "navigation",
        confirmation: "required",
        execute(input) {
          runs.push(input);
        },
        ...rest,
      }),
    },
  });
  const call = (input: JsonValue, confirmationId?: string) =>
    registry.invoke(
      {
        capabilityId: `view:${type}.checkOut`,
        input,
        ...(confirmationId !== undefined && { confirmationId }),
      },
      { consumer: { id: "browser-agent", kind: "webmcp" } },
    );
  return {
    registry,
    runs,
    async ask(input = {}) {
      const result = await call(input);
      if (result.status === "ok" || result.error.code !== "CONFIRMATION_REQUIRED") {
        throw new Error(`It did not ask: ${JSON.stringify(result)}`);
      }
      const id = result.error.details?.["confirmationId"] as string;
      return {
        id,
        outcome: registry.confirmations.waitFor(id),
        async retry() {
          const again = await call(input, id);
          if (again.status === "ok") return "ok";
          const { code, details } = again.error;
          const { reason, cause } = details as { reason?: string; cause?: string };
          return [code, reason, cause].filter(Boolean).join(" ");
        },
      };
    },
    unregister: () => handle.unregister(),
  };
}

/** Once it has rendered. */
export function dialogOf(element: AgentConfirmationElement): HTMLDialogElement {
  return element.shadowRoot!.querySelector("dialog")!;
}

export function part(element: AgentConfirmationElement, name: string): HTMLElement | null {
  return element.shadowRoot!.querySelector(`[part="${name}"]`);
}

export function textOf(element: Element | null): string {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}

export async function untilShown(element: AgentConfirmationElement, name: string): Promise<void> {
  await waitUntil(
    () =>
      element.shadowRoot?.querySelector("dialog")?.open && textOf(part(element, "heading")).includes(name),
    `the question ${name}`,
  );
}

export async function untilArmed(element: AgentConfirmationElement): Promise<void> {
  await waitUntil(
    () => part(element, "approve")?.getAttribute("aria-disabled") === "false",
    "approve becomes armed",
    { timeout: 5000 },
  );
}

/** A press as a person's: moves there, presses and lets go. */
export async function press(target: Element): Promise<void> {
  const { left, top, width, height } = target.getBoundingClientRect();
  await sendMouse({ type: "click", position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
  await resetMouse();
}
