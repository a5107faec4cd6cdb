/** The elements as they are written in React. */
import { expect } from "@open-wc/testing";
import "../../components/all.js";
import { findRegistry, type AgentActionElement, type AgentInvokeEvent } from "../../components/index.js";
import { call, errorCode, offered, output, printed, settled, toolNamed } from "../helpers/page.js";
import { deferred, notices, place } from "./app.js";
import {
  Component,
  createElement,
  createPortal,
  createRoot,
  flushSync,
  StrictMode,
  Suspense,
  use,
  useState,
  type ReactNode,
  type Root,
} from "./libs/react.js";

const h = createElement as (type: unknown, props?: object | null, ...children: ReactNode[]) => ReactNode;
const win = (type: string, ...children: ReactNode[]) =>
  h("agent-window", { key: type, type, label: "Part" }, ...children);
const act = (name: string, props: object = {}) =>
  h("agent-action", { key: name, name, description: `Does ${name}`, ...props });
const one = "view:f.app.one";

describe("React: elements", () => {
  let root: Root | undefined;
  let element: HTMLElement;

  async function page(app: ReactNode): Promise<void> {
    element = place();
    root = createRoot(element);
    await render(app);
  }

  async function render(app: ReactNode): Promise<void> {
    flushSync(() => root!.render(app));
    await settled();
  }

  afterEach(() => root?.unmount());

  it("says nothing at a render with equal content, and runs the newest closure", async () => {
    let clicks = 0;
    function Counter() {
      const [count, setCount] = useState(0);
      clicks = count;
      return win(
        "f.app",
        act("one", {
          execute: () => {
            setCount(count + 1);
            return count;
          },
          available: () => true,
          input: { type: "object", properties: {}, additionalProperties: false },
          meta: { a: 1 },
        }),
      );
    }
    await page(h(Counter));
    const seen = await notices(async () => {
      for (const before of [0, 1, 2]) {
        expect(await output(one)).to.equal(before);
        // React renders what no event of its own changed in a task of its own.
        await settled();
      }
    });
    expect(clicks).to.equal(3);
    expect(new Set(seen)).to.deep.equal(new Set(["invocation-started", "invocation-settled"]));
  });

  it("lets a call go on whose own state changes what it says", async () => {
    const answer = deferred<string>();
    function List() {
      const [items, setItems] = useState(["a", "b"]);
      return win(
        "f.app",
        act("one", {
          description: `Removes one of ${items.length}`,
          input: {
            type: "object",
            properties: { item: { type: "string", enum: items } },
            additionalProperties: false,
          },
          execute: async ({ item }: { item: string }) => {
            setItems(items.filter((other) => other !== item));
            return answer.promise;
          },
        }),
      );
    }
    await page(h(List));
    const calling = output(one, { item: "a" });
    await settled();
    expect(toolNamed(one).inputSchema.properties).to.deep.equal({ item: { type: "string", enum: ["b"] } });
    answer.resolve("removed");
    expect(await calling).to.equal("removed");
  });

  it("has attributes as properties, and takes away what is not set any more", async () => {
    const app = (props: object) => win("f.app", act("one", { execute: () => null, ...props }));
    await page(
      app({
        disabled: true,
        "disabled-reason": "Closed today",
        timeout: 500,
        confirm: true,
        idempotent: true,
      }),
    );
    const element = document.querySelector<AgentActionElement>("agent-action")!;
    expect(offered()).to.deep.equal([]);
    expect(toolNamed(one)).to.deep.include({ unavailableReason: "Closed today" });
    expect(toolNamed(one).annotations).to.include({ confirms: true, idempotent: true });
    await render(app({ disabled: false, timeout: undefined, confirm: null, idempotent: false }));
    expect(element.problem).to.equal(undefined);
    expect(offered()).to.deep.equal([one]);
    expect(toolNamed(one).annotations).to.include({ confirms: false, idempotent: false });
    await render(app({ disabled: true }));
    await render(app({}));
    expect(offered()).to.deep.equal([one]);
  });

  it("sends its events to onagent-invoke and onagent-invoked, and is behind a ref", async () => {
    const seen: string[] = [];
    const ref = { current: null as AgentActionElement | null };
    await page(
      win(
        "f.app",
        act("one", {
          ref,
          "onagent-invoke": (event: AgentInvokeEvent) => {
            seen.push(event.type);
            event.respondWith(Promise.resolve("answered"));
          },
          "onagent-invoked": ({ type }: Event) => seen.push(type),
        }),
      ),
    );
    expect(await output(one)).to.equal("answered");
    expect(seen).to.deep.equal(["agent-invoke", "agent-invoked"]);
    expect(ref.current!.localName).to.equal("agent-action");
  });

  it("is one tool after StrictMode mounted it twice, and none once it is unmounted", async () => {
    const lines = await printed(async () => {
      await page(h(StrictMode, null, win("f.app", act("one", { execute: () => 1 }))));
    });
    expect(lines).to.deep.equal([]);
    expect(offered()).to.deep.equal([one]);
    root!.render(null);
    flushSync(() => root!.render(null));
    await settled();
    expect(offered()).to.deep.equal([]);
  });

  it("comes and goes with conditions", async () => {
    const app = (isThere: boolean) => win("f.app", isThere && act("one", { execute: () => 1 }), act("two"));
    await page(app(false));
    expect(offered()).to.deep.equal(["view:f.app.two"]);
    await render(app(true));
    expect(offered()).to.have.members([one, "view:f.app.two"]);
    await render(app(false));
    expect(offered()).to.deep.equal(["view:f.app.two"]);
  });

  it("stays registered and goes on running where a keyed list is put in another order", async () => {
    const answer = deferred<string>();
    const app = (types: string[]) =>
      h(
        "div",
        null,
        types.map((type) => win(type, act("one", { execute: () => answer.promise }))),
      );
    await page(app(["f.a", "f.b", "f.c"]));
    const calling = Promise.all(["a", "b", "c"].map((name) => output(`view:f.${name}.one`)));
    const seen = await notices(() => render(app(["f.c", "f.b", "f.a"])));
    expect(seen.filter((type) => !type.startsWith("invocation"))).to.deep.equal([]);
    answer.resolve("done");
    expect(await calling).to.deep.equal(["done", "done", "done"]);
  });

  it("swaps whole windows in one notice, as routes do", async () => {
    const app = (type: string) => win(type, act("one", { execute: () => type }));
    await page(app("f.home"));
    const seen = await notices(() => render(app("f.cart")));
    expect(seen).to.deep.equal(["component-unregistered", "component-registered", "surface-changed"]);
    expect(offered()).to.deep.equal(["view:f.cart.one"]);
    expect(await output("view:f.cart.one")).to.equal("f.cart");
    expect(await errorCode("view:f.cart.one")).to.equal("ok");
  });

  it("is of its owner where a portal put it elsewhere", async () => {
    const elsewhere = place();
    await page(
      win(
        "f.app",
        act("one"),
        createPortal(
          h("agent-window", { type: "f.aside", label: "Aside", owner: "f.app" }, act("two")),
          elsewhere,
        ),
        createPortal(act("three", { owner: "f.app" }), elsewhere),
      ),
    );
    expect(offered()).to.have.members([one, "view:f.aside.two", "view:f.app.three"]);
    const aside = findRegistry()
      .snapshot()
      .components.find(({ type }) => type === "f.aside");
    expect(aside).to.deep.include({ parent: { type: "f.app", instanceId: "default" } });
  });

  it("is what Suspense shows: nothing of what it hides", async () => {
    const data = deferred<string>();
    const revealed = deferred<unknown>();
    const Content = () => act("loaded", { label: use(data.promise), ref: revealed.resolve });
    await page(win("f.app", h(Suspense, { fallback: act("waiting") }, h(Content))));
    expect(offered()).to.deep.equal(["view:f.app.waiting"]);
    data.resolve("Loaded");
    await revealed.promise;
    await settled();
    expect(offered()).to.deep.equal(["view:f.app.loaded"]);
  });

  it("leaves with what an error boundary took away", async () => {
    class Boundary extends Component<{ children?: ReactNode }, { failed: boolean }> {
      override state = { failed: false };
      static getDerivedStateFromError = () => ({ failed: true });
      override render = () => (this.state.failed ? act("retry") : this.props.children);
    }
    function Fails() {
      const [isBroken, setBroken] = useState(false);
      if (isBroken) throw new Error("broken on purpose");
      return act("one", {
        effect: "navigation",
        execute: () => {
          flushSync(() => setBroken(true));
          return "ran";
        },
      });
    }
    await page(win("f.app", h(Boundary, null, h(Fails))));
    await printed(async () => {
      expect(await output(one)).to.equal("ran");
    });
    await settled();
    expect(offered()).to.deep.equal(["view:f.app.retry"]);
  });

  it("has a modal that the state opens, and that tells the state when an agent ends it", async () => {
    const states: boolean[] = [];
    let open!: (isOpen: boolean) => void;
    function App() {
      const [isOpen, setOpen] = useState(false);
      open = (next) => flushSync(() => setOpen(next));
      states.push(isOpen);
      return win(
        "f.app",
        act("one", { execute: () => setOpen(true) }),
        h(
          "agent-modal",
          { type: "f.ask", label: "Sure?", open: isOpen, onclose: () => setOpen(false) },
          act("yes", { execute: () => setOpen(false) }),
        ),
      );
    }
    await page(h(App));
    expect(offered()).to.deep.equal([one]);
    await call(one);
    await settled();
    expect(offered()).to.have.members(["view:f.ask.yes", "view:f.ask.dismiss"]);
    await call("view:f.ask.dismiss");
    await settled();
    expect(offered()).to.deep.equal([one]);
    expect(states).to.deep.equal([false, true, false]);
    open(true);
    await settled();
    await call("view:f.ask.yes");
    await settled();
    expect(offered()).to.deep.equal([one]);
    expect(states.at(-1)).to.be.false;
  });
});
