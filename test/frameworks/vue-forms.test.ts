/** Forms that Vue holds, filled by an agent. */
import { expect } from "@open-wc/testing";
import "../../components/all.js";
import { pathsOf, refusal } from "../helpers/action-page.js";
import { call, offered, output, settled, toolNamed } from "../helpers/page.js";
import { deferred, dependent, empty, filled, place, shown } from "./app.js";
import { createApp, nextTick, reactive, ref, type App } from "./libs/vue.js";

const id = "view:f.form.fill";
const fillAction = `<agent-action name="fill" description="Fills the form" for="form"></agent-action>`;

describe("Vue: forms", () => {
  let app: App | undefined;

  /** A window with a template, over what `setup` gives. */
  async function page(template: string, setup: object): Promise<HTMLElement> {
    const element = place();
    app = createApp({
      template: `<agent-window type="f.form" label="Form">${template}</agent-window>`,
      setup: () => setup,
    });
    app.config.compilerOptions.isCustomElement = (tag: string) => tag.startsWith("agent-");
    app.mount(element);
    await settled();
    return element;
  }

  afterEach(() => app?.unmount());

  describe("with one of each kind of control", () => {
    for (const [how, modifier] of [
      ["v-model", ""],
      ["v-model.lazy", ".lazy"],
    ] as const) {
      it(`has every value in the model of ${how}, and keeps it`, async () => {
        const model = reactive({ ...empty });
        const sent: unknown[] = [];
        const tick = ref(0);
        const element = await page(
          `<form id="form" @submit.prevent="send" :data-tick="tick">
            <input name="title" v-model${modifier}="model.title">
            <textarea name="notes" v-model${modifier}="model.notes"></textarea>
            <input name="count" type="number" v-model${modifier}.number="model.count">
            <input name="agree" type="checkbox" v-model="model.agree">
            <input name="colour" type="radio" value="red" v-model="model.colour">
            <input name="colour" type="radio" value="blue" v-model="model.colour">
            <select name="country" v-model="model.country"><option>de</option><option>it</option></select>
            <select name="tags" multiple v-model="model.tags"><option v-for="tag in ['a', 'b', 'c']">{{ tag }}</option></select>
            <button>Save</button>
          </form>${fillAction}`,
          { model, tick, send: () => sent.push(JSON.parse(JSON.stringify(model))) },
        );
        expect(await output(id, filled)).to.deep.equal({ values: filled });
        expect(model).to.deep.equal(filled);
        expect(sent).to.deep.equal([filled]);
        tick.value++;
        await nextTick();
        expect(shown(element.querySelector("form")!)).to.deep.equal(filled);
        await output(id, empty);
        expect(model).to.deep.equal(empty);
      });
    }
  });

  it("takes checkboxes that share an array", async () => {
    const model = reactive({ tags: ["a"] });
    await page(
      `<form id="form" @submit.prevent>
        <input v-for="tag in ['a', 'b', 'c']" name="tags" type="checkbox" :value="tag" v-model="model.tags">
        <button>Save</button>
      </form>${fillAction}`,
      { model },
    );
    expect(await output(id, { tags: ["b", "c"] })).to.deep.equal({ values: { tags: ["b", "c"] } });
    expect(model.tags).to.have.members(["b", "c"]);
  });

  for (const [what, template] of [
    [
      "options",
      `<select name="plan" v-model="model.plan"><option v-for="plan in plans" :value="plan">{{ plan.name }}</option></select>`,
    ],
    [
      "radios",
      `<label v-for="plan in plans"><input name="plan" type="radio" :value="plan" v-model="model.plan">{{ plan.name }}</label>`,
    ],
  ] as const) {
    it(`takes ${what} whose values are objects by what they are called`, async () => {
      const plans = [{ name: "Free" }, { name: "Pro" }, { name: "Team" }];
      const model = reactive({ plan: plans[0]! });
      const element = await page(
        `<form id="form" @submit.prevent>${template}<button>Save</button></form>${fillAction}`,
        { model, plans },
      );
      expect(toolNamed(id).inputSchema.properties).to.deep.equal({
        plan: { type: "string", enum: ["Free", "Pro", "Team"] },
      });
      expect(await output(id, { plan: "Team" })).to.deep.equal({ values: { plan: "Team" } });
      expect(model.plan).to.deep.equal({ name: "Team" });
      expect(await output(id, { plan: "Pro" })).to.deep.equal({ values: { plan: "Pro" } });
      expect(model.plan).to.deep.equal({ name: "Pro" });
      expect(element.querySelectorAll(":checked")).to.have.length(1);
    });
  }

  it("tells what .trim and .number made of it", async () => {
    const model = reactive({ name: "", size: 0 });
    await page(
      `<form id="form" @submit.prevent>
        <input name="name" v-model.trim="model.name"><input name="size" v-model.number="model.size">
        <button>Save</button>
      </form>${fillAction}`,
      { model },
    );
    expect(await output(id, { name: " Ada ", size: "012" })).to.deep.equal({
      values: { name: "Ada", size: "12" },
      adjusted: ["name", "size"],
    });
    expect(model).to.deep.equal({ name: "Ada", size: 12 });
  });

  it("tells what a mask made of it, and refuses what the model does not take", async () => {
    const model = reactive({ code: "", digits: "1" });
    const element = await page(
      `<form id="form" @submit.prevent>
        <input name="code" :value="model.code" @input="onCode">
        <input name="digits" :value="model.digits" @input="onDigits">
        <button>Save</button>
      </form>${fillAction}`,
      {
        model,
        onCode: ({ target }: { target: HTMLInputElement }) => {
          model.code = target.value.toUpperCase();
        },
        onDigits: ({ target }: { target: HTMLInputElement }) => {
          if (/^\d*$/.test(target.value)) model.digits = target.value;
          else target.value = model.digits;
        },
      },
    );
    expect(await output(id, { code: "abc" })).to.deep.equal({ values: { code: "ABC" }, adjusted: ["code"] });
    expect(pathsOf(await refusal({ digits: "x", code: "def" }, id))).to.deep.equal(["digits"]);
    expect(model).to.deep.equal({ code: "ABC", digits: "1" });
    expect(element.querySelector("input")!.value).to.equal("ABC");
  });

  it("fills a select whose options come from another field's model", async () => {
    const cities: Record<string, string[]> = { de: ["Bonn"], it: ["Milan", "Rome"] };
    const model = reactive({ country: "de", city: "Bonn" });
    const sent: string[] = [];
    await page(
      `<form id="form" @submit.prevent="sent.push(model.country + model.city)">
        <select name="country" v-model="model.country" @change="model.city = cities[model.country][0]">
          <option v-for="(_, name) in cities">{{ name }}</option></select>
        <select name="city" v-model="model.city"><option v-for="city in cities[model.country]">{{ city }}</option></select>
        <button>Go</button>
      </form>
      <agent-action name="fill" description="Fills the form" for="form" :schema="dependent"></agent-action>`,
      { model, cities, sent, dependent },
    );
    await output(id, { city: "Rome", country: "it" });
    expect(sent).to.deep.equal(["itRome"]);
  });

  it("is told of as busy while the form is disabled and sends, and done with its event", async () => {
    const answer = deferred<string>();
    const isSending = ref(false);
    const said = ref("");
    const doneOn = ref<string>();
    const element = await page(
      `<form id="form" @submit.prevent="send" :aria-busy="isSending">
        <fieldset :disabled="isSending"><input name="code"><button>Send</button></fieldset>
        <p id="said">{{ said }}</p>
      </form>
      <agent-action name="fill" description="Fills the form" for="form" result-from="said" :done-on="doneOn"></agent-action>`,
      {
        isSending,
        said,
        doneOn,
        send: async () => {
          isSending.value = true;
          said.value = await answer.promise;
          isSending.value = false;
          await nextTick();
          element.querySelector("form")!.dispatchEvent(new Event("saved"));
        },
      },
    );
    expect(await call(id, { code: "x" })).to.include({ status: "ok", settled: false });
    answer.resolve("Saved");
    await settled();
    doneOn.value = "saved";
    await settled();
    expect(await output(id, { code: "y" })).to.equal("Saved");
  });

  it("answers for a form that its own submit takes away", async () => {
    const isOpen = ref(true);
    const element = await page(
      `<form id="form" v-if="isOpen" @submit.prevent="isOpen = false"><input name="code"><button>Send</button></form>
      <p v-else>Thanks</p>${fillAction}`,
      { isOpen },
    );
    expect(await output(id, { code: "x" })).to.deep.equal({ values: { code: "x" } });
    expect(element.textContent).to.contain("Thanks");
    expect(offered()).to.deep.equal([]);
    isOpen.value = true;
    await settled();
    expect(offered()).to.deep.equal([id]);
  });
});
