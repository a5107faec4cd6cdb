/** Every declaring element, with what an agent sees while it is here and while it is not. */
import "../../../components/all.js";
import {
  AgentActionElement,
  AgentModalElement,
  AgentObservationElement,
  AgentParamElement,
  AgentSurfaceElement,
  AgentWebmcpElement,
  AgentWindowElement,
  findRegistry,
} from "../../../components/index.js";
import type { AgentSurfaceRegistry } from "../../../src/index.js";
import { toolsOf } from "../../helpers/page.js";
import { modelContext } from "./model-context.js";

export type ElementClass = (new () => HTMLElement) & {
  define(tag: string, registry?: CustomElementRegistry): void;
};

export interface Kind {
  readonly tag: string;
  readonly Class: ElementClass;
  readonly attributes: Readonly<Record<string, string>>;
  readonly inside: string;
  /** What it needs around it to be seen; `mark` tells the places of a page apart. */
  around(mark: string): readonly [string, string];
  /** Seen at its place while it is here, while it is not, and while its tag is not defined. */
  here(mark: string): string[];
  away(mark: string): string[];
  undefined?: string[];
  /** @param place What it stands in, or stood in. */
  seen(place: Element): Promise<string[]> | string[];
  /** The problem of a second one that says the same, where two cannot be. */
  readonly clash?: string;
}

const act = '<agent-action name="act" description="Act"></agent-action>';
const none = () => ["", ""] as const;
const nothing = () => [];
const inWindow = () => ['<agent-window type="l.window" description="Around">', "</agent-window>"] as const;

/** Tools with the parameters they take, in a surface. */
export function described(registry: AgentSurfaceRegistry): string[] {
  return toolsOf(registry)
    .filter(({ available }) => available)
    .map(({ capabilityId, inputSchema }) => {
      const names = Object.keys((inputSchema.properties as object | undefined) ?? {});
      return names.length > 0 ? `${capabilityId} ${names.join(" ")}` : capabilityId;
    });
}

const seen = (place: Element) => described(findRegistry(place));

export const kinds: readonly Kind[] = [
  {
    tag: "agent-surface",
    Class: AgentSurfaceElement,
    attributes: { environment: "test" },
    inside: `<agent-window type="l.inner" description="Inside">${act}</agent-window>`,
    around: none,
    here: () => ["view:l.inner.act"],
    away: nothing,
    undefined: ["outside: view:l.inner.act"],
    seen: (place) => [
      ...[...place.children].flatMap((child) =>
        child instanceof AgentSurfaceElement ? described(child.registry) : [],
      ),
      ...seen(place).map((one) => `outside: ${one}`),
    ],
  },
  {
    tag: "agent-window",
    Class: AgentWindowElement,
    attributes: { type: "l.own", description: "A window" },
    inside: act,
    around: none,
    here: () => ["view:l.own.act"],
    away: nothing,
    undefined: ["view:page.act"],
    seen,
    clash: "duplicate",
  },
  {
    tag: "agent-modal",
    Class: AgentModalElement,
    attributes: { type: "l.modal", label: "A modal", open: "" },
    inside: act,
    around: none,
    here: () => ["view:l.modal.dismiss", "view:l.modal.act"],
    away: nothing,
    undefined: ["view:page.act"],
    seen,
    clash: "duplicate",
  },
  {
    tag: "agent-action",
    Class: AgentActionElement,
    attributes: { name: "act", description: "Act" },
    inside: "",
    around: inWindow,
    here: () => ["view:l.window.act"],
    away: nothing,
    seen,
    clash: "duplicate",
  },
  {
    tag: "agent-observation",
    Class: AgentObservationElement,
    attributes: { name: "read", description: "Read" },
    inside: "",
    around: inWindow,
    here: () => ["view:l.window.read"],
    away: nothing,
    seen,
    clash: "duplicate",
  },
  {
    tag: "agent-param",
    Class: AgentParamElement,
    attributes: { name: "amount", type: "integer", allowSensitive: "" },
    inside: "",
    around: () => {
      const [before, after] = inWindow();
      return [`${before}<agent-action name="take" description="Take">`, `</agent-action>${after}`];
    },
    here: () => ["view:l.window.take amount"],
    away: () => ["view:l.window.take"],
    seen,
    clash: "duplicate",
  },
  {
    tag: "agent-webmcp",
    Class: AgentWebmcpElement,
    attributes: { consumer: "browser", scope: "l" },
    inside: "",
    around: (mark) => [`<agent-window type="l.${mark}" description="Beside">${act}</agent-window>`, ""],
    here: (mark) => [`view_l__${mark}__act`],
    away: nothing,
    seen: async (place) => (await modelContext(place.ownerDocument).getTools()).map(({ name }) => name),
    clash: "name-taken",
  },
];

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The element as its author writes it. */
export function written({ tag, attributes, inside }: Kind, as = tag): string {
  const texts = Object.entries(attributes).map(([name, value]) => ` ${kebab(name)}="${value}"`);
  return `<${as}${texts.join("")}>${inside}</${as}>`;
}

/** The element as scripts make it: `attributes` are properties. */
export function made({ tag, attributes, inside }: Kind, as = tag): HTMLElement {
  const element = document.createElement(as);
  element.innerHTML = inside;
  for (const [name, value] of Object.entries(attributes)) {
    Object.assign(element, { [name]: value === "" ? true : value });
  }
  return element;
}
