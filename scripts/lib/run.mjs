import { spawn } from "node:child_process";
import { root } from "./root.mjs";

/** Starts a program that ends when we do, however we end; `stop` ends it sooner. */
export function start(command, args, options) {
  const child = spawn(command, args, { cwd: root, ...options });
  const stop = () => void child.kill();
  process.once("exit", stop);
  child.once("exit", () => process.off("exit", stop));
  return { child, stop };
}

/** Runs a command to its end, on our own input and output. Resolves to its exit code; 1 when it never started or was killed. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const { child } = start(command, args, { stdio: "inherit", ...options });
    child.once("error", (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(1);
    });
    child.once("close", (code, signal) => {
      if (signal) console.error(`${command} was ended by ${signal}.`);
      resolve(code ?? 1);
    });
  });
}

/** The same for a Node program: a script, or the file behind a package's command. */
export function runNode(args, options) {
  return run(process.execPath, args, options);
}
