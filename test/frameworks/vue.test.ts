/** The elements as they are written in Vue. */
import { expect } from "@open-wc/testing";
import "../../components/all.js";
import { findRegistry, type AgentActionElement, type AgentInvokeEvent } from "../../components/index.js";
import { call, offered, output, printed, settled, toolNamed } from "../helpers/page.js";
import { deferred, notices, place } from "./app.js";
import {
  createApp,
  defineAsyncComponent,
  defineComponent,
  reactive,
  ref,
  type App,
  type Component,
} from "./libs/vue.js";

const one = "view:f.app.one";
const inApp = (template: string) => `<agent-window type="f.app" label="App">${template}</agent-window>`;

describe("Vue: elements", () => {
  let app: App | undefined;

  async function page(
    template: string,
    setup: object = {},
    components: Record<string, Component> = {},
  ): Promise<HTMLElement> {
    const element = place();
    app = createApp({ template, components, setup: () => setup });
    app.config.compilerOptions.isCustomElement = (tag: string) => tag.startsWith("agent-");
    app.mount(element);
    await settled();
    return element;
  }

  afterEach(() => app?.unmount());

  it("says nothing at a render with equal content, and runs the newest closure", async () => {
    const count = ref(0);
    await page(
      inApp(`<agent-action name="one" description="Counts" :data-count="count" :meta="{ a: 1 }"
        :input="{ type: 'object', properties: {}, additionalProperties: false }"
        :execute="((before) => () => { count++; return before; })(count)"></agent-action>`),
      { count },
    );
    const seen = await notices(async () => {
      for (const before of [0, 1, 2]) expect(await output(one)).to.equal(before);
    });
    expect(count.value).to.equal(3);
    expect(new Set(seen)).to.deep.equal(new Set(["invocation-started", "invocation-settled"]));
  });

  it("takes what is reactive: schemas, meta, state and results", async () => {
    const data = reactive({
      input: { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
      meta: { list: ["x"] },
      state: { items: [{ name: "a" }] },
    });
    const element = await page(
      `<agent-window type="f.app" label="App" :state="data.state">
        <agent-action name="one" description="Acts" :input="data.input" :meta="data.meta" :execute="() => data.state"></agent-action>
      </agent-window>`,
      { data },
    );
    expect(element.querySelector("agent-action")!.problem).to.equal(undefined);
    expect(await output(one, { a: "b" })).to.deep.equal({ items: [{ name: "a" }] });
    expect(await output("view:f.app.readState")).to.deep.equal({ items: [{ name: "a" }] });
  });

  it("has attributes as properties, and takes away what is not set any more", async () => {
    const timeout = ref<number | undefined>(500);
    const props = ref<object>({
      disabled: true,
      disabledReason: "Closed",
      confirm: true,
      idempotent: true,
    });
    const element = await page(
      inApp(
        `<agent-action name="one" description="Acts" v-bind="props" :timeout.attr="timeout" :execute="() => null"></agent-action>`,
      ),
      { props, timeout },
    );
    const action = element.querySelector<AgentActionElement>("agent-action")!;
    expect(action.timeout).to.equal(500);
    // As a property, Vue sets a number that is not there to 0.
    timeout.value = undefined;
    expect(toolNamed(one)).to.include({ available: false, unavailableReason: "Closed" });
    expect(toolNamed(one).annotations).to.include({ confirms: true, idempotent: true });
    for (const next of [{ disabled: false, confirm: undefined, idempotent: false, label: null }, {}]) {
      props.value = { disabled: true, disabledReason: "Closed", confirm: true, label: "One" };
      await settled();
      props.value = next;
      await settled();
      expect(action.problem).to.equal(undefined);
      expect(action.timeout).to.equal(undefined);
      expect(offered()).to.deep.equal([one]);
      expect(toolNamed(one).annotations).to.include({ confirms: false, idempotent: false });
    }
  });

  it("sends its events to @agent-invoke and @agent-invoked, and is behind a ref", async () => {
    const seen: string[] = [];
    const action = ref<AgentActionElement>();
    await page(
      inApp(
        `<agent-action ref="action" name="one" description="Acts" @agent-invoke="answer" @agent-invoked="note"></agent-action>`,
      ),
      {
        action,
        answer: (event: AgentInvokeEvent) => {
          seen.push(event.type);
          event.respondWith(Promise.resolve("answered"));
        },
        note: ({ type }: Event) => seen.push(type),
      },
    );
    expect(await output(one)).to.equal("answered");
    expect(seen).to.deep.equal(["agent-invoke", "agent-invoked"]);
    expect(action.value!.localName).to.equal("agent-action");
  });

  it("comes and goes with v-if, and leaves nothing when the application is unmounted", async () => {
    const isThere = ref(false);
    const lines = await printed(async () => {
      await page(
        inApp(`<agent-action v-if="isThere" name="one" description="Acts"></agent-action>
          <agent-action name="two" description="Acts"></agent-action>`),
        { isThere },
      );
      expect(offered()).to.deep.equal(["view:f.app.two"]);
      isThere.value = true;
      await settled();
      expect(offered()).to.have.members([one, "view:f.app.two"]);
      isThere.value = false;
      await settled();
      expect(offered()).to.deep.equal(["view:f.app.two"]);
      app!.unmount();
      await settled();
      expect(offered()).to.deep.equal([]);
    });
    expect(lines).to.deep.equal([]);
  });

  it("is unavailable while v-show hides it", async () => {
    const isShown = ref(false);
    await page(
      `<div v-show="isShown">${inApp('<agent-action name="one" description="Acts"></agent-action>')}</div>`,
      {
        isShown,
      },
    );
    expect(offered()).to.deep.equal([]);
    isShown.value = true;
    await settled();
    expect(offered()).to.deep.equal([one]);
  });

  it("stays registered and goes on running where a keyed list is put in another order", async () => {
    const answer = deferred<string>();
    const types = ref(["f.a", "f.b", "f.c"]);
    await page(
      `<agent-window v-for="type in types" :key="type" :type="type" label="Part">
        <agent-action name="one" description="Acts" :execute="() => answer"></agent-action></agent-window>`,
      { types, answer: answer.promise },
    );
    const calling = Promise.all(["a", "b", "c"].map((name) => output(`view:f.${name}.one`)));
    const seen = await notices(async () => {
      types.value = ["f.c", "f.b", "f.a"];
      await settled();
    });
    expect(seen.filter((type) => !type.startsWith("invocation"))).to.deep.equal([]);
    answer.resolve("done");
    expect(await calling).to.deep.equal(["done", "done", "done"]);
  });

  it("swaps whole windows in one notice, as routes do", async () => {
    const part = (name: string) =>
      defineComponent({
        template: `<agent-window type="f.${name}" label="Part"><agent-action name="one" description="Acts"></agent-action></agent-window>`,
      });
    const route = ref("Home");
    await page(`<component :is="route" />`, { route }, { Home: part("home"), Cart: part("cart") });
    const seen = await notices(async () => {
      route.value = "Cart";
      await settled();
    });
    expect(seen).to.deep.equal(["component-unregistered", "component-registered", "surface-changed"]);
    expect(offered()).to.deep.equal(["view:f.cart.one"]);
  });

  it("leaves with what KeepAlive keeps, and comes back with it", async () => {
    const part = (name: string) =>
      defineComponent({
        template: `<agent-window type="f.${name}" label="Part"><agent-action name="one" description="Acts"></agent-action></agent-window>`,
      });
    const route = ref("Home");
    await page(
      `<KeepAlive><component :is="route" /></KeepAlive>`,
      { route },
      { Home: part("home"), Cart: part("cart") },
    );
    for (const [next, id] of [
      ["Cart", "view:f.cart.one"],
      ["Home", "view:f.home.one"],
    ] as const) {
      route.value = next;
      await settled();
      expect(offered()).to.deep.equal([id]);
    }
  });

  it("is of its owner where Teleport put it elsewhere", async () => {
    const elsewhere = place();
    elsewhere.id = "elsewhere";
    await page(
      inApp(`<Teleport to="#elsewhere"><agent-window type="f.aside" label="Aside" owner="f.app">
        <agent-action name="two" description="Acts"></agent-action></agent-window>
        <agent-action name="three" description="Acts" owner="f.app"></agent-action></Teleport>`),
    );
    expect(offered()).to.have.members(["view:f.aside.two", "view:f.app.three"]);
    const aside = findRegistry()
      .snapshot()
      .components.find(({ type }) => type === "f.aside");
    expect(aside).to.deep.include({ parent: { type: "f.app", instanceId: "default" } });
  });

  it("is what Suspense shows of what loads", async () => {
    const loading = deferred<Component>();
    const Loaded = defineAsyncComponent(() => loading.promise);
    await page(
      inApp(
        `<Suspense><Loaded /><template #fallback><agent-action name="waiting" description="Waits"></agent-action></template></Suspense>`,
      ),
      {},
      { Loaded },
    );
    expect(offered()).to.deep.equal(["view:f.app.waiting"]);
    loading.resolve(
      defineComponent({ template: `<agent-action name="loaded" description="Acts"></agent-action>` }),
    );
    await settled();
    expect(offered()).to.deep.equal(["view:f.app.loaded"]);
  });

  it("leaves with what a failed render took away", async () => {
    const isBroken = ref(false);
    const Fails = defineComponent({
      setup: () => ({ isBroken }),
      template: `<agent-action name="one" description="Acts"></agent-action>{{ isBroken ? isBroken.no.more : "" }}`,
    });
    const hasFailed = ref(false);
    const Boundary = defineComponent({
      components: { Fails },
      setup: () => ({ hasFailed }),
      template: `<agent-action v-if="hasFailed" name="retry" description="Tries again"></agent-action><Fails v-else />`,
      errorCaptured() {
        hasFailed.value = true;
        return false;
      },
    });
    await page(inApp("<Boundary />"), {}, { Boundary });
    expect(offered()).to.deep.equal([one]);
    await printed(async () => {
      isBroken.value = true;
      await settled();
    });
    expect(offered()).to.deep.equal(["view:f.app.retry"]);
  });

  it("has a modal that the state opens, and that tells the state when an agent ends it", async () => {
    const isOpen = ref(false);
    await page(
      inApp(`<agent-action name="one" description="Asks" :execute="() => { isOpen = true; }"></agent-action>
        <agent-modal type="f.ask" label="Sure?" :open="isOpen" @close="isOpen = false">
          <agent-action name="yes" description="Agrees" :execute="() => { isOpen = false; }"></agent-action>
        </agent-modal>`),
      { isOpen },
    );
    expect(offered()).to.deep.equal([one]);
    for (const end of ["view:f.ask.dismiss", "view:f.ask.yes"]) {
      await call(one);
      await settled();
      expect(isOpen.value).to.be.true;
      expect(offered()).to.have.members(["view:f.ask.yes", "view:f.ask.dismiss"]);
      await call(end);
      await settled();
      expect(isOpen.value).to.be.false;
      expect(offered()).to.deep.equal([one]);
    }
  });
});
