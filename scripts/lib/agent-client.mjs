/**
 * An agent's side of the browser's model context, over the DevTools protocol (domain `WebMCP`). It knows of a page what
 * the browser tells and nothing else: no script of ours runs in the page for it.
 */

/** @typedef {import("playwright-core").Page} Page */

/** For an answer of a tool, or a change of the list. A person may have to decide meanwhile. */
const patience = 10_000;

/**
 * Connects to a page: best before it is opened, so that `log` has everything.
 * @param {Page} page
 */
export async function connectAgent(page) {
  const session = await page.context().newCDPSession(page);
  /** @type {Map<string, { name: string, description: string, inputSchema?: any, annotations?: any }>} */
  const tools = new Map();
  /** @type {{ change: "added" | "removed", name: string, tool?: any }[]} What happened to the list, in order. */
  const log = [];
  /** @type {Map<string, any>} By invocation. */
  const answers = new Map();
  /** @type {Set<() => void>} */
  const waiting = new Set();
  let frameId = "";

  const changed = () => {
    for (const look of [...waiting]) look();
  };
  session.on("WebMCP.toolsAdded", ({ tools: added }) => {
    for (const tool of added) {
      tools.set(tool.name, tool);
      log.push({ change: "added", name: tool.name, tool });
    }
    changed();
  });
  session.on("WebMCP.toolsRemoved", ({ tools: removed }) => {
    for (const { name } of removed) {
      tools.delete(name);
      log.push({ change: "removed", name });
    }
    changed();
  });
  session.on("WebMCP.toolResponded", (answer) => {
    answers.set(answer.invocationId, answer);
    changed();
  });
  // The tools of a page that was left are not reported as removed.
  session.on("Page.frameNavigated", ({ frame }) => {
    if (frame.parentId !== undefined) return;
    frameId = frame.id;
    tools.clear();
  });
  await session.send("Page.enable");
  frameId = (await session.send("Page.getFrameTree")).frameTree.frame.id;
  await session.send("WebMCP.enable");

  /**
   * @template T
   * @param {string} what
   * @param {() => T | undefined} look
   * @returns {Promise<T>}
   */
  function until(what, look) {
    return new Promise((resolve, reject) => {
      const attempt = () => {
        const found = look();
        if (found === undefined) return;
        clearTimeout(timer);
        waiting.delete(attempt);
        resolve(found);
      };
      const timer = setTimeout(() => {
        waiting.delete(attempt);
        const names = [...tools.keys()].sort().join(", ") || "none";
        reject(new Error(`${what} did not come within ${patience / 1000} s; the tools now: ${names}`));
      }, patience);
      waiting.add(attempt);
      attempt();
    });
  }

  const list = () => [...tools.values()].sort((one, other) => (one.name < other.name ? -1 : 1));

  return {
    log,
    /** The tools now, by name. */
    tools: list,
    /** Resolves once the list is exactly these names. */
    untilTools(names) {
      const wanted = [...names].sort().join();
      return until(`The list of tools "${wanted}"`, () => {
        const now = list();
        return now.map(({ name }) => name).join() === wanted ? now : undefined;
      });
    },
    /**
     * Calls a tool and waits for its answer, which is the tool's own output.
     * @throws {Error} where the browser itself refuses.
     */
    async call(toolName, input = {}) {
      const { invocationId } = await session.send("WebMCP.invokeTool", { frameId, toolName, input });
      const answer = await until(`The answer of ${toolName}`, () => answers.get(invocationId));
      if (answer.status === "Completed") return answer.output;
      throw new Error(`${toolName} ended as ${answer.status}: ${answer.errorText ?? "no reason given"}`);
    },
  };
}

/**
 * The question to the person, once its controls act. The press is the mouse's, not a script's.
 * @param {Page} page
 */
export async function untilAsked(page) {
  const dialog = page.getByRole("alertdialog");
  const button = (part) => dialog.locator(`[part~="${part}"]`);
  await button("approve").and(page.locator('[aria-disabled="false"]')).waitFor({ timeout: patience });
  const press = async (part) => {
    const box = await button(part).boundingBox();
    if (!box) throw new Error(`The control "${part}" of the question is not shown`);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await dialog.waitFor({ state: "hidden", timeout: patience });
  };
  return {
    text: await dialog.innerText(),
    /** @param {"approve" | "decline"} part */
    press,
    button,
  };
}
