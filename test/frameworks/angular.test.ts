/** Forms that Angular holds, filled by an agent, and the elements as they are written in Angular. */
import { expect } from "@open-wc/testing";
import "../../components/all.js";
import type { AgentActionElement, AgentInvokeEvent } from "../../components/index.js";
import { pathsOf, refusal } from "../helpers/action-page.js";
import { call, offered, output, settled, toolNamed } from "../helpers/page.js";
import { deferred, dependent, empty, filled, notices, place, shown } from "./app.js";
import {
  bootstrapApplication,
  Component,
  CUSTOM_ELEMENTS_SCHEMA,
  FormControl,
  FormGroup,
  FormsModule,
  provideZonelessChangeDetection,
  ReactiveFormsModule,
  signal,
  Validators,
  type ApplicationRef,
} from "./libs/angular.js";

const fill = "view:f.form.fill";
const one = "view:f.app.one";
const fillAction = `<agent-action name="fill" description="Fills the form" for="form"></agent-action>`;

let count = 0;

describe("Angular", () => {
  let app: ApplicationRef | undefined;

  /** A component of this template over these members. */
  async function page<T extends object>(
    template: string,
    members: T,
  ): Promise<{ element: HTMLElement; app: T; render: () => Promise<void> }> {
    const element = place();
    // One of its own for each, or Angular warns.
    const selector = `app-root-${++count}`;
    element.append(document.createElement(selector));
    const Root = Component({
      selector,
      template,
      imports: [FormsModule, ReactiveFormsModule],
      schemas: [CUSTOM_ELEMENTS_SCHEMA],
    })(
      class {
        constructor() {
          Object.assign(this, members);
        }
      },
    );
    app = await bootstrapApplication(Root, { providers: [provideZonelessChangeDetection()] });
    await settled();
    const render = async () => {
      app!.tick();
      await settled();
    };
    return { element, app: app.components[0]!.instance as T, render };
  }

  afterEach(() => {
    app?.destroy();
    app = undefined;
  });

  describe("forms", () => {
    const controls = (bind: (name: string) => string) => `
      <input name="title" ${bind("title")}>
      <textarea name="notes" ${bind("notes")}></textarea>
      <input name="count" type="number" ${bind("count")}>
      <input name="agree" type="checkbox" ${bind("agree")}>
      <input name="colour" type="radio" value="red" ${bind("colour")}>
      <input name="colour" type="radio" value="blue" ${bind("colour")}>
      <select name="country" ${bind("country")}><option value="de">de</option><option value="it">it</option></select>
      <button>Save</button>`;
    const { tags: _wanted, ...wanted } = filled;
    const { tags: _before, ...before } = empty;

    for (const updateOn of ["change", "blur", "submit"] as const) {
      it(`have every value in the reactive model, with updateOn ${updateOn}, and keep it`, async () => {
        const sent: unknown[] = [];
        const form = new FormGroup(
          Object.fromEntries(Object.entries(before).map(([name, value]) => [name, new FormControl(value)])),
          { updateOn },
        );
        const { element, render } = await page(
          `<agent-window type="f.form" label="Form">
            <form id="form" [formGroup]="form" (ngSubmit)="send()">${controls((name) => `formControlName="${name}"`)}</form>
            ${fillAction}
          </agent-window>`,
          { form, send: () => sent.push(form.value) },
        );
        expect(await output(fill, wanted)).to.deep.equal({ values: wanted });
        expect(form.value).to.deep.equal(wanted);
        expect(sent).to.deep.equal([wanted]);
        await render();
        const { tags: _, ...there } = shown(element.querySelector("form")!);
        expect(there).to.deep.equal(wanted);
        await output(fill, before);
        expect(form.value).to.deep.equal(before);
      });
    }

    for (const updateOn of ["change", "blur"]) {
      it(`have every value in what ngModel binds, with updateOn ${updateOn}`, async () => {
        const model = { ...before };
        const { render, element } = await page(
          `<agent-window type="f.form" label="Form">
            <form id="form" (ngSubmit)="(0)">${controls(
              (name) => `[(ngModel)]="model.${name}" [ngModelOptions]="{ updateOn: '${updateOn}' }"`,
            )}</form>
            ${fillAction}
          </agent-window>`,
          { model },
        );
        expect(await output(fill, wanted)).to.deep.equal({ values: wanted });
        expect(model).to.deep.equal(wanted);
        await render();
        const { tags: _, ...there } = shown(element.querySelector("form")!);
        expect(there).to.deep.equal(wanted);
      });
    }

    it("take options whose values are objects by what they are called, one or several", async () => {
      const plans = [{ name: "Free" }, { name: "Pro" }, { name: "Team" }];
      const form = new FormGroup({ plan: new FormControl(plans[0]), tags: new FormControl(["a"]) });
      await page(
        `<agent-window type="f.form" label="Form">
          <form id="form" [formGroup]="form">
            <select name="plan" formControlName="plan">
              @for (plan of plans; track plan) { <option [ngValue]="plan">{{ plan.name }}</option> }
            </select>
            <select name="tags" multiple formControlName="tags">
              @for (tag of ["a", "b", "c"]; track tag) { <option [value]="tag">{{ tag }}</option> }
            </select>
            <button>Save</button>
          </form>
          ${fillAction}
        </agent-window>`,
        { form, plans },
      );
      expect(toolNamed(fill).inputSchema.properties).to.deep.equal({
        plan: { type: "string", enum: ["Free", "Pro", "Team"] },
        tags: { type: "array", items: { type: "string", enum: ["a", "b", "c"] } },
      });
      const values = { plan: "Team", tags: ["b", "c"] };
      expect(await output(fill, values)).to.deep.equal({ values });
      expect(form.value).to.deep.equal({ plan: { name: "Team" }, tags: ["b", "c"] });
    });

    it("tell what was made of a value, and what the form's validators say", async () => {
      let isSent = false;
      const form = new FormGroup({
        code: new FormControl("", { nonNullable: true, validators: [Validators.pattern(/^[A-Z]*$/)] }),
      });
      const { element } = await page(
        `<agent-window type="f.form" label="Form">
          <form id="form" [formGroup]="form" (ngSubmit)="send()">
            <input name="code" formControlName="code" (blur)="trim()">
            <p id="said">@if (form.invalid) { Capitals only }</p>
            <button [disabled]="form.invalid">Save</button>
          </form>
          ${fillAction}
        </agent-window>`,
        {
          form,
          send: () => {
            isSent = true;
          },
          trim: () => {
            form.controls.code.setValue(form.controls.code.value.trim());
          },
        },
      );
      const refused = await refusal({ code: "abc" }, fill);
      expect(refused.code).to.equal("CAPABILITY_NOT_AVAILABLE");
      expect(refused.message).to.contain("is disabled with these values");
      expect(isSent).to.be.false;
      expect(form.value).to.deep.equal({ code: "" });
      expect(await output(fill, { code: " ABC " })).to.deep.equal({
        values: { code: "ABC" },
        adjusted: ["code"],
      });
      expect(isSent).to.be.true;
      expect(element.querySelector("input")!.value).to.equal("ABC");
    });

    it("tell what is marked as invalid once they are submitted", async () => {
      const form = new FormGroup({
        mail: new FormControl("", { validators: (control) => Validators.email(control) }),
      });
      const isSubmitted = signal(false);
      await page(
        `<agent-window type="f.form" label="Form">
          <form id="form" [formGroup]="form" (ngSubmit)="isSubmitted.set(true)">
            <input name="mail" formControlName="mail" aria-describedby="why"
              [attr.aria-invalid]="isSubmitted() && form.invalid">
            @if (isSubmitted() && form.invalid) { <p id="why">No mail address</p> }
            <button>Save</button>
          </form>
          ${fillAction}
        </agent-window>`,
        { form, isSubmitted },
      );
      const { details } = await refusal({ mail: "ada" }, fill);
      expect(details!.issues).to.deep.equal([{ path: "mail", message: "No mail address" }]);
      expect(await output(fill, { mail: "ada@example.com" })).to.deep.equal({
        values: { mail: "ada@example.com" },
      });
    });

    it("refuse what the model takes back", async () => {
      const form = new FormGroup({ digits: new FormControl("1", { nonNullable: true }) });
      form.valueChanges.subscribe(({ digits }) => {
        if (!/^\d*$/.test(digits!)) form.setValue({ digits: "1" }, { emitEvent: false });
      });
      await page(
        `<agent-window type="f.form" label="Form">
          <form id="form" [formGroup]="form"><input name="digits" formControlName="digits"><button>Save</button></form>
          ${fillAction}
        </agent-window>`,
        { form },
      );
      expect(pathsOf(await refusal({ digits: "x" }, fill))).to.deep.equal(["digits"]);
      expect(await output(fill, { digits: "2" })).to.deep.equal({ values: { digits: "2" } });
      expect(form.value).to.deep.equal({ digits: "2" });
    });

    it("fill a select whose options come from another field's model", async () => {
      const cities: Record<string, string[]> = { de: ["Bonn"], it: ["Milan", "Rome"] };
      const form = new FormGroup({ country: new FormControl("de"), city: new FormControl("Bonn") });
      form.controls.country.valueChanges.subscribe((country) => {
        form.patchValue({ city: cities[country!]![0]! });
      });
      await page(
        `<agent-window type="f.form" label="Form">
          <form id="form" [formGroup]="form">
            <select name="country" formControlName="country"><option>de</option><option>it</option></select>
            <select name="city" formControlName="city">
              @for (city of cities[form.value.country]; track city) { <option [value]="city">{{ city }}</option> }
            </select>
            <button>Go</button>
          </form>
          <agent-action name="fill" description="Fills the form" for="form" [schema]="dependent"></agent-action>
        </agent-window>`,
        { form, cities, dependent },
      );
      await output(fill, { city: "Rome", country: "it" });
      expect(form.value).to.deep.equal({ country: "it", city: "Rome" });
    });

    for (const [what, doneOn] of [
      ["told of as busy while they are disabled and send", undefined],
      ["done with their event", "saved"],
    ] as const) {
      it(`are ${what}`, async () => {
        const answer = deferred<string>();
        const isSending = signal(false);
        const said = signal("");
        const { element } = await page(
          `<agent-window type="f.form" label="Form">
            <form id="form" (ngSubmit)="send()" [attr.aria-busy]="isSending()">
              <fieldset [disabled]="isSending()"><input name="code" ngModel><button>Send</button></fieldset>
            </form>
            <p id="said">{{ said() }}</p>
            <agent-action name="fill" description="Fills the form" for="form" [attr.done-on]="doneOn" [attr.result-from]="doneOn && 'said'"></agent-action>
          </agent-window>`,
          {
            isSending,
            said,
            doneOn,
            send: async () => {
              isSending.set(true);
              said.set(await answer.promise);
              isSending.set(false);
              app!.tick();
              element.querySelector("form")!.dispatchEvent(new Event("saved"));
            },
          },
        );
        if (doneOn) answer.resolve("Saved");
        const result = await call(fill, { code: "x" });
        expect(result).to.deep.include(
          doneOn
            ? { status: "ok", output: "Saved" }
            : { status: "ok", settled: false, output: { values: { code: "x" } } },
        );
        answer.resolve("late");
        await settled();
      });
    }

    it("answer though their own submit takes them away", async () => {
      const isOpen = signal(true);
      const { element } = await page(
        `<agent-window type="f.form" label="Form">
          @if (isOpen()) {
            <form id="form" (ngSubmit)="isOpen.set(false)"><input name="code" ngModel><button>Send</button></form>
          } @else { <p>Thanks</p> }
          ${fillAction}
        </agent-window>`,
        { isOpen },
      );
      expect(await output(fill, { code: "x" })).to.deep.equal({ values: { code: "x" } });
      expect(element.textContent).to.contain("Thanks");
      expect(offered()).to.deep.equal([]);
    });
  });

  describe("elements", () => {
    const inApp = (template: string) => `<agent-window type="f.app" label="App">${template}</agent-window>`;

    it("say nothing at a render with equal content, and run the newest closure", async () => {
      const count = signal(0);
      await page(
        inApp(`<agent-action name="one" description="Counts" [attr.data-count]="count()" [execute]="after(count())"
          [input]="{ type: 'object', properties: {}, additionalProperties: count() < 0 }" [meta]="{ a: count() ? 1 : 1 }"
        ></agent-action>`),
        {
          count,
          after: (before: number) => () => {
            count.set(before + 1);
            return before;
          },
        },
      );
      const seen = await notices(async () => {
        for (const before of [0, 1, 2]) {
          expect(await output(one)).to.equal(before);
          app!.tick();
        }
      });
      expect(count()).to.equal(3);
      expect(new Set(seen)).to.deep.equal(new Set(["invocation-started", "invocation-settled"]));
    });

    it("have attributes and properties, and lose what is not set any more", async () => {
      const given = signal<object | undefined>({
        confirm: true,
        timeout: 500,
        label: "One",
        reason: "Closed",
      });
      const { element } = await page(
        inApp(`<agent-action name="one" description="Acts" [execute]="act" [disabled]="!!given()" [confirm]="given()?.confirm"
          [timeout]="given()?.timeout" [attr.label]="given()?.label" [disabledReason]="given()?.reason ?? null"></agent-action>`),
        { given, act: () => null },
      );
      expect(toolNamed(one)).to.include({ available: false, unavailableReason: "Closed", title: "One" });
      expect(toolNamed(one).annotations).to.include({ confirms: true });
      given.set(undefined);
      app!.tick();
      await settled();
      expect(element.querySelector<AgentActionElement>("agent-action")!.problem).to.equal(undefined);
      expect(offered()).to.deep.equal([one]);
      expect(toolNamed(one).annotations).to.include({ confirms: false });
    });

    it("send their events to (agent-invoke) and (agent-invoked)", async () => {
      const seen: string[] = [];
      await page(
        inApp(
          `<agent-action name="one" description="Acts" (agent-invoke)="answer($event)" (agent-invoked)="note($event)"></agent-action>`,
        ),
        {
          answer: (event: AgentInvokeEvent) => {
            seen.push(event.type);
            event.respondWith(Promise.resolve("answered"));
          },
          note: ({ type }: Event) => seen.push(type),
        },
      );
      expect(await output(one)).to.equal("answered");
      expect(seen).to.deep.equal(["agent-invoke", "agent-invoked"]);
    });

    it("stay registered and go on running where a tracked list is put in another order", async () => {
      const answer = deferred<string>();
      const types = signal(["f.a", "f.b", "f.c"]);
      const { render } = await page(
        `@for (type of types(); track type) {
          <agent-window [type]="type" label="Part"><agent-action name="one" description="Acts" [execute]="act"></agent-action></agent-window>
        }`,
        { types, act: () => answer.promise },
      );
      const calling = Promise.all(["a", "b", "c"].map((name) => output(`view:f.${name}.one`)));
      const seen = await notices(async () => {
        types.set(["f.c", "f.b", "f.a"]);
        await render();
      });
      expect(seen.filter((type) => !type.startsWith("invocation"))).to.deep.equal([]);
      answer.resolve("done");
      expect(await calling).to.deep.equal(["done", "done", "done"]);
    });

    it("swap whole windows in one notice, and leave nothing when the application is destroyed", async () => {
      const route = signal("home");
      const part = (name: string) =>
        `<agent-window type="f.${name}" label="Part"><agent-action name="one" description="Acts"></agent-action></agent-window>`;
      const { render } = await page(`@if (route() === "home") {${part("home")}} @else {${part("cart")}}`, {
        route,
      });
      const seen = await notices(async () => {
        route.set("cart");
        await render();
      });
      expect(seen).to.deep.equal(["component-unregistered", "component-registered", "surface-changed"]);
      expect(offered()).to.deep.equal(["view:f.cart.one"]);
      app!.destroy();
      app = undefined;
      await settled();
      expect(offered()).to.deep.equal([]);
    });

    it("have a modal that the state opens, and that tells the state when an agent ends it", async () => {
      const isOpen = signal(false);
      const { render } = await page(
        inApp(`<agent-action name="one" description="Asks" [execute]="open"></agent-action>
          <agent-modal type="f.ask" label="Sure?" [open]="isOpen()" (close)="isOpen.set(false)">
            <agent-action name="yes" description="Agrees" [execute]="agree"></agent-action>
          </agent-modal>`),
        { isOpen, open: () => isOpen.set(true), agree: () => isOpen.set(false) },
      );
      expect(offered()).to.deep.equal([one]);
      for (const end of ["view:f.ask.dismiss", "view:f.ask.yes"]) {
        await call(one);
        await render();
        expect(isOpen()).to.be.true;
        expect(offered()).to.have.members(["view:f.ask.yes", "view:f.ask.dismiss"]);
        await call(end);
        await render();
        expect(isOpen()).to.be.false;
        expect(offered()).to.deep.equal([one]);
      }
    });

    it("are there with what @defer loads", async () => {
      const isWanted = signal(false);
      const { render } = await page(
        inApp(`@defer (when isWanted()) { <agent-action name="loaded" description="Acts"></agent-action> }
          @placeholder { <agent-action name="waiting" description="Waits"></agent-action> }`),
        { isWanted },
      );
      expect(offered()).to.deep.equal(["view:f.app.waiting"]);
      isWanted.set(true);
      await render();
      await render();
      expect(offered()).to.deep.equal(["view:f.app.loaded"]);
    });
  });
});
