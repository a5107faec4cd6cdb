/**
 * Tabs as a person has them: one is in front, the others are hidden, without frames and with slow timers. Pages of
 * Playwright are always shown, and have the focus.
 */

/** @param {import("playwright-core").Browser} browser */
export async function useTabs(browser) {
  const session = await browser.newBrowserCDPSession();
  let isFirst = true;

  /** Opens one in front, or behind what is there. */
  async function open(url, { background = false } = {}) {
    const { targetId } = await session.send("Target.createTarget", { url, newWindow: isFirst, background });
    isFirst = false;
    const { sessionId } = await session.send("Target.attachToTarget", { targetId });
    const answers = new Map();
    session.on("Target.receivedMessageFromTarget", (event) => {
      if (event.sessionId !== sessionId) return;
      const message = JSON.parse(event.message);
      answers.get(message.id)?.(message);
      answers.delete(message.id);
    });
    let count = 0;
    const send = async (method, params = {}) => {
      const id = ++count;
      const answer = new Promise((resolve) => answers.set(id, resolve));
      const message = JSON.stringify({ id, method, params });
      await session.send("Target.sendMessageToTarget", { sessionId, message });
      const { result, error } = await answer;
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    };
    const evaluate = async (run, ...values) => {
      const { result, exceptionDetails } = await send("Runtime.evaluate", {
        expression: `(${run})(...${JSON.stringify(values)})`,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    };
    while (!(await evaluate((at) => location.href === at && document.readyState === "complete", url)));
    return {
      send,
      /** Runs a function of the page with JSON arguments, and waits for its JSON result. */
      evaluate,
      /** Brings it to the front. */
      show: () => session.send("Target.activateTarget", { targetId }),
      close: () => session.send("Target.closeTarget", { targetId }),
    };
  }
  return { open };
}
