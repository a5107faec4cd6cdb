import { houseOf } from "../context/document-house.js";
import type { DocumentHouse } from "../context/document-house.js";
import type { Provider } from "../context/provider.js";
import { define } from "./define.js";
import { isParsed } from "./parsed.js";
import { ProblemReporter } from "./problem.js";
import type { Problem } from "./problem.js";
import { attributesOf } from "./properties.js";
import type { Attributes, Properties, Property } from "./properties.js";
import { attachSlot, noBox } from "./slot-root.js";

export type Providers = readonly Pick<Provider<unknown>, "listen" | "announce">[];

/** On a server there are no elements: the classes can be imported, and are never made. */
const PlainElement =
  (globalThis.HTMLElement as typeof HTMLElement | undefined) ?? (class {} as typeof HTMLElement);

/**
 * What the declaring elements share: they settle at the end of the task in which they arrived, left or changed, they
 * report problems instead of throwing, and what they hold shows through a slot.
 *
 * They render nothing, so they are no Lit elements: a page that only declares loads neither the template engine, whose
 * Trusted Types policy it may forbid, nor an update cycle beside the one that settles. What a person sees is Lit.
 */
export abstract class AgentElement extends PlainElement {
  /** The properties of this class; those of its parents are added. */
  static properties: Properties = {};
  static css = noBox;

  /** Every property with its parents', and the attributes behind them. Made when the class is defined. */
  static #known = new WeakMap<object, { properties: Properties; attributes: Attributes }>();

  static get observedAttributes(): string[] {
    const properties = inheritedProperties(this);
    const attributes = attributesOf(properties);
    AgentElement.#known.set(this, { properties, attributes });
    for (const name of Object.keys(properties)) {
      Object.defineProperty(this.prototype, name, {
        get(this: AgentElement) {
          return this.#values.get(name);
        },
        set(this: AgentElement, value: unknown) {
          this.#set(name, valueOf(properties[name]!, value));
        },
        configurable: true,
        enumerable: true,
      });
    }
    return [...attributes.keys()];
  }

  /** Registers the class under a tag; a tag that is taken keeps its class. */
  static define(tag: string, registry: CustomElementRegistry | undefined = globalThis.customElements): void {
    define(this as unknown as CustomElementConstructor, tag, registry);
  }

  readonly #problems = new ProblemReporter(this);
  readonly #settling = {
    element: this as Element,
    isParsed: () => this.isParsed(),
    settle: () => this.settle(),
  };
  readonly #values = new Map<string, unknown>();
  /** That of the document it was connected in last: what is adopted leaves there, beside what takes its place. */
  #house: DocumentHouse | undefined;
  /** True until the first connection of an element that stood in the document before its class was defined. */
  #isUpgrading: boolean;

  constructor() {
    super();
    this.#isUpgrading = this.isConnected;
    const { properties } = AgentElement.#known.get(new.target)!;
    for (const [name, { read }] of Object.entries(properties)) {
      this.#values.set(name, read?.(null));
      if (!Object.hasOwn(this, name)) continue;
      // Set before the class was defined: as an own property it would hide the accessor.
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      this.#values.set(name, valueOf(properties[name]!, value));
    }
  }

  /** What is wrong with this element, or `undefined`. */
  get problem(): Problem | undefined {
    return this.#problems.problem;
  }

  connectedCallback(): void {
    (this.#house = houseOf(this.ownerDocument)).listen();
    attachSlot(this, (this.constructor as typeof AgentElement).css);
    this.planSettling();
    for (const provider of this.providers) {
      // Where the page was opened anew its listeners are gone.
      provider.listen();
      if (this.#isUpgrading) provider.announce();
    }
    this.#isUpgrading = false;
  }

  disconnectedCallback(): void {
    this.planSettling();
  }

  /** Called instead of the two above where the page moves it with `moveBefore`. */
  connectedMoveCallback(): void {
    this.disconnectedCallback();
    this.connectedCallback();
  }

  attributeChangedCallback(attribute: string, _before: string | null, now: string | null): void {
    const { properties, attributes } = AgentElement.#known.get(this.constructor)!;
    const name = attributes.get(attribute)!;
    this.#set(name, readAttribute(properties[name]!, now));
  }

  /** Whether the parser is done with all that it needs. */
  protected isParsed(): boolean {
    return isParsed(this);
  }

  /** Brings what it registered in step with where it is and what it says now. Never throws. */
  protected abstract settle(): void;

  /** What it provides. Where it was upgraded in place, those below may have asked before it could answer. */
  protected get providers(): Providers {
    return [];
  }

  protected get house(): DocumentHouse {
    return this.#house ?? houseOf(this.ownerDocument);
  }

  protected planSettling(): void {
    this.house.settle(this.#settling);
  }

  protected report(problem: Problem | undefined): void {
    this.#problems.set(problem);
  }

  protected mark(state: string, isOn: boolean): void {
    this.#problems.mark(state, isOn);
  }

  /** A property has another value. Whatever hangs on it is settled at the end of the task. */
  protected propertyChanged(_name: string): void {
    this.planSettling();
  }

  #set(name: string, value: unknown): void {
    if (Object.is(this.#values.get(name), value)) return;
    this.#values.set(name, value);
    this.propertyChanged(name);
  }
}

/** Frameworks set properties where they find one, also to an attribute's text, and to nothing where it is not given. */
function valueOf(property: Property, value: unknown): unknown {
  const isRead = value == null || typeof value === "string" || typeof value === "number";
  return isRead && property.attribute !== false
    ? readAttribute(property, value == null ? null : String(value))
    : value;
}

function readAttribute({ read }: Property, text: string | null): unknown {
  return read ? read(text) : (text ?? undefined);
}

/** Those of the class over those of its parents. */
function inheritedProperties(elementClass: typeof AgentElement): Properties {
  if (elementClass === AgentElement) return {};
  const outer = inheritedProperties(Object.getPrototypeOf(elementClass) as typeof AgentElement);
  return { ...outer, ...(Object.hasOwn(elementClass, "properties") && elementClass.properties) };
}
