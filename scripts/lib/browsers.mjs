import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { run } from "./run.mjs";

/**
 * The engines and the programs each needs: the variable that overrides the search, the names to look for on the
 * PATH, the places that are usually not on it, and Debian's packages that bring them.
 */
const engines = {
  chromium: {
    programs: {
      browser: {
        variable: "AGENT_TAGS_CHROMIUM",
        names: ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"],
        places: [
          "/snap/bin/chromium",
          "/Applications/Chromium.app/Contents/MacOS/Chromium",
          "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
          "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
        ],
      },
    },
    packages: ["chromium"],
  },
  firefox: {
    programs: {
      browser: {
        variable: "AGENT_TAGS_FIREFOX",
        names: ["firefox-esr", "firefox"],
        places: [
          "/snap/bin/firefox",
          "/Applications/Firefox.app/Contents/MacOS/firefox",
          "C:\\Program Files\\Mozilla Firefox\\firefox.exe",
        ],
      },
    },
    packages: ["firefox-esr"],
  },
  webkit: {
    programs: {
      browser: {
        variable: "AGENT_TAGS_WEBKIT",
        names: ["MiniBrowser"],
        places: [...libraryFolders(), "/usr/libexec"].map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`),
      },
      driver: { variable: "AGENT_TAGS_WEBKIT_DRIVER", names: ["WebKitWebDriver"], places: [] },
      display: { variable: "AGENT_TAGS_XVFB", names: ["Xvfb"], places: [] },
    },
    packages: ["webkit2gtk-driver", "xvfb", "xauth"],
  },
};

export const engineNames = Object.keys(engines);

/** Chromium without a sandbox (root has none), a GPU or calls home, and with the model context. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--enable-features=WebMCP",
];

/** Debian keeps libraries one folder deeper, under the machine's name: /usr/lib/x86_64-linux-gnu. */
function libraryFolders() {
  if (process.platform !== "linux") return [];
  const deeper = readdirSync("/usr/lib").filter((name) => name.includes("-linux-"));
  return ["/usr/lib", ...deeper.map((name) => `/usr/lib/${name}`)];
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function findOnPath(name) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function findProgram({ variable, names, places }) {
  const chosen = process.env[variable];
  if (chosen) {
    if (!isProgram(chosen))
      throw new Error(`${variable} is "${chosen}", which is no program. Mend or unset it.`);
    return chosen;
  }
  for (const name of names) {
    const found = findOnPath(name);
    if (found) return found;
  }
  return places.find(isProgram);
}

/** The paths of an engine's programs by role (`browser`; for webkit also `driver` and `display`), undefined when one is missing. */
export function findEngine(name) {
  const found = Object.entries(engines[name].programs).map(([role, program]) => [role, findProgram(program)]);
  return found.every(([, path]) => path) ? Object.fromEntries(found) : undefined;
}

/** The words that let us run apt-get as root; undefined where that is impossible. */
function rootCommand() {
  if (!findOnPath("apt-get")) return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0 ? ["sudo", "-n"] : undefined;
}

async function installWithApt(asRoot, packages) {
  const apt = [
    ...asRoot,
    "env",
    "DEBIAN_FRONTEND=noninteractive",
    "apt-get",
    "-o",
    "DPkg::Lock::Timeout=120",
  ];
  const [command = "", ...words] = apt;
  console.log(`Installing ${packages.join(", ")} (apt-get) ...`);
  await run(command, [...words, "-qq", "update"]);
  await run(command, [...words, "-qq", "install", "-y", "--no-install-recommends", ...packages]);
}

/**
 * Sees to it that the engines are there, with the system's package manager where it must. Returns the names of those
 * that are not, after saying what to install.
 */
export async function installEngines(names) {
  const missing = () => names.filter((name) => !findEngine(name));
  const packages = missing().flatMap((name) => engines[name].packages);
  if (packages.length > 0) {
    const asRoot = rootCommand();
    if (asRoot) await installWithApt(asRoot, packages);
  }
  for (const name of missing()) {
    const variables = Object.values(engines[name].programs).map(({ variable }) => variable);
    console.error(
      `No ${name} was found and none could be installed. On Debian or Ubuntu: ` +
        `sudo apt-get install ${engines[name].packages.join(" ")}. ` +
        `Elsewhere install it by hand; if it is in an unusual place, set ${variables.join(", ")}.`,
    );
  }
  return missing();
}
