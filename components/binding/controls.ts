/** The controls of a form that an agent may fill, one field for each name. */
import { own } from "./own.js";
import { isSensitive } from "./sensitive.js";

/** A control by what it can do: it may be a custom element, or come from another realm. */
export interface Control extends HTMLElement {
  readonly type?: string;
  readonly form?: HTMLFormElement | null;
  readonly value: string;
  readonly defaultValue?: string;
  readonly checked?: boolean;
  readonly defaultChecked?: boolean;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly multiple?: boolean;
  readonly options?: HTMLOptionsCollection;
  readonly labels?: NodeListOf<HTMLLabelElement> | null;
  readonly list?: HTMLDataListElement | null;
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly validity?: ValidityState;
  readonly willValidate?: boolean;
  readonly validationMessage?: string;
}

/**
 * `flag`: one checkbox, on or off. `checks`: several of one name. `list`: several other controls of one name. `press`:
 * several submit buttons of one name, of which one is pressed.
 */
export type FieldKind = "value" | "list" | "flag" | "checks" | "radio" | "select" | "press";

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** In document order; one only for `value`, `flag` and `select`. */
  readonly controls: readonly Control[];
  readonly isSensitive: boolean;
}

/** What a person picks from: radios, checkboxes, options. */
export type Choice = Control | HTMLOptionElement;

export function elementsOf(form: HTMLFormElement): Control[] {
  return [...own(form, "elements")] as Control[];
}

/** In document order. Not offered: what a person could not fill either, files, and the sensitive that is not allowed. */
export function fieldsOf(form: HTMLFormElement, allowSensitive?: ReadonlySet<string>): Field[] {
  const byName = new Map<string, Control[]>();
  for (const control of elementsOf(form)) {
    const name = nameOf(control);
    if (name === "" || !isFillable(control)) continue;
    if (isSensitive(control) && !allowSensitive?.has(name)) continue;
    const sameName = byName.get(name);
    // Of a text field beside radios of the same name only the first kind is offered.
    if (!sameName) byName.set(name, [control]);
    else if (kindOf(sameName[0]!) === kindOf(control)) sameName.push(control);
  }
  return Array.from(byName, toField).filter(({ kind, controls }) => kind !== "press" || controls[1]);
}

function toField([name, controls]: [string, Control[]]): Field {
  const kind = kindOf(controls[0]!);
  const isSeveral = controls.length > 1;
  return {
    name,
    kind: kind === "checks" && !isSeveral ? "flag" : kind === "value" && isSeveral ? "list" : kind,
    controls: kind === "select" ? controls.slice(0, 1) : controls,
    isSensitive: controls.some(isSensitive),
  };
}

/** A single control as a field of the name `value`, radios with those of their group; `undefined` for what takes none. */
export function fieldOf(target: Element): Field | undefined {
  const control = target as Control;
  const { localName, type } = control;
  const takesValue = localName.includes("-")
    ? (control.constructor as { formAssociated?: boolean }).formAssociated && "value" in control
    : /^(?:input|select|textarea)$/.test(localName);
  if (!isEditable(control) && (!takesValue || isButton.test(type!))) return undefined;
  const name = nameOf(control);
  const root = control.getRootNode() as ParentNode;
  const group =
    name !== "" && kindOf(control) === "radio"
      ? [...root.querySelectorAll<Control>("input[type=radio i]")].filter(
          (other) =>
            nameOf(other) === name &&
            other.form === control.form &&
            (other === control || !other.matches(":disabled")),
        )
      : [control];
  return toField(["value", group]);
}

export function isEditable(target: Element): boolean {
  return (target as HTMLElement).isContentEditable && target.matches("[contenteditable]");
}

export function isReadOnly(control: Control): boolean {
  return kindOf(control) === "value" && control.hasAttribute("readonly");
}

export function nameOf(control: Control): string {
  return control.getAttribute("name") ?? "";
}

/** Whether values come from a list that the page gives. */
export function isChosen({ kind }: Field): boolean {
  return /^(?:checks|radio|select|press)$/.test(kind);
}

export function choicesOf({ kind, controls }: Pick<Field, "kind" | "controls">): Choice[] {
  return kind === "select" ? [...(controls[0]?.options ?? [])] : [...controls];
}

export function isOn(choice: Choice): boolean {
  return "selected" in choice ? choice.selected : choice.checked === true;
}

/** The empty option of a required select only says what to choose. */
export function isOffered(choice: Choice): boolean {
  if (!("selected" in choice)) return true;
  const select = choice.closest("select");
  return (
    !choice.matches(":disabled,:disabled > *") && !choice.hidden && !(choice.value === "" && select?.required)
  );
}

const isButton = /^(?:submit|image|reset|button)$/;

function isFillable(control: Control): boolean {
  const { localName, type = "" } = control;
  if (control.matches(":disabled") || isReadOnly(control)) return false;
  if (localName.includes("-")) return "value" in control && !isButton.test(type);
  return (
    (/^(?:input|select|textarea)$/.test(localName) &&
      !/^(?:hidden|file)$/.test(type) &&
      !isButton.test(type)) ||
    (type === "submit" && control.value !== "")
  );
}

/** Custom elements that are on or off say so by `checked`. */
function kindOf({ localName, type, checked }: Control): FieldKind {
  if (localName === "select") return "select";
  if (localName === "input" && type === "radio") return "radio";
  if (type === "submit") return "press";
  return (localName === "input" ? type === "checkbox" : typeof checked === "boolean") ? "checks" : "value";
}
