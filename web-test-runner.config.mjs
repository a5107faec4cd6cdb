import { writeSync } from "node:fs";
import { inspect } from "node:util";
import { esbuildPlugin } from "@web/dev-server-esbuild";
import { defaultReporter } from "@web/test-runner";
import { playwrightLauncher } from "@web/test-runner-playwright";
import { puppeteerLauncher } from "@web/test-runner-puppeteer";
import { webdriverLauncher } from "@web/test-runner-webdriver";
import { frameworksPlugin } from "./scripts/lib/bundle-frameworks.mjs";
import { chromiumFlags, engineNames, findEngine } from "./scripts/lib/browsers.mjs";
import { countReporter } from "./scripts/lib/count-browser-tests.mjs";

// The runner prints an exception that nobody caught through a terminal that it then throws away, and ends.
process.prependListener("uncaughtException", (error) => {
  writeSync(2, `\nNobody caught this in the browsers' runner:\n${inspect(error)}\n`);
});

// Set by scripts/test.mjs, which also starts the driver that WebKit needs.
const wanted = process.env.AGENT_TAGS_BROWSERS?.split(",") ?? engineNames;
const webkitPort = Number(process.env.AGENT_TAGS_WEBKIT_PORT ?? 4497);

const launchers = {
  chromium: ({ browser }) =>
    playwrightLauncher({
      product: "chromium",
      concurrency: 2,
      launchOptions: { executablePath: browser, args: chromiumFlags },
    }),
  firefox: ({ browser }) =>
    puppeteerLauncher({
      concurrency: 1,
      launchOptions: { browser: "firefox", executablePath: browser },
    }),
  webkit: ({ browser }) =>
    webdriverLauncher({
      hostname: "127.0.0.1",
      port: webkitPort,
      // The WebKitGTK option is not in webdriverio's types.
      capabilities: /** @type {any} */ ({
        browserName: "MiniBrowser",
        // A file's tests begin while its page loads, and the driver waits for the load before it answers: now and then
        // so long that its client gave up, which nobody caught, and the whole run ended.
        pageLoadStrategy: "none",
        "wdio:enforceWebDriverClassic": true,
        "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] },
      }),
    }),
};

const browsers = Object.fromEntries(
  wanted.flatMap((name) => {
    const engine = findEngine(name);
    return engine ? [[name, launchers[name](engine)]] : [];
  }),
);

export default {
  files: ["test/**/*.test.ts"],
  nodeResolve: { exportConditions: ["development"] },
  plugins: [frameworksPlugin(), esbuildPlugin({ ts: true, target: "es2022", tsconfig: "tsconfig.json" })],
  browsers: Object.values(browsers),
  filterBrowserLogs: ({ args }) =>
    !/^(?:Lit is in dev|Angular is running in development) mode/.test(String(args[0])),
  reporters: [
    defaultReporter({ reportTestProgress: process.stdout.isTTY === true }),
    countReporter(browsers),
  ],
  // Two cores. At more than one page a time the WebKit launcher puts the pages into frames of one window, where
  // focus and visibility are not what a page has: so one each, and Chromium says two for itself.
  concurrentBrowsers: 3,
  concurrency: 1,
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 120_000,
  testFramework: { config: { timeout: 10_000 } },
};
