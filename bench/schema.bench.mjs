/** Validation against other exact validators that need no `eval`: a record, a table of them, and a list without repeats. */
import { Validator } from "@cfworker/json-schema";
import { registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import { fromJsonSchema } from "agent-tags";
import { race } from "./lib/race.mjs";

/** In Chromium the page forbids all but scripts of its own. */
export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'";

const account = {
  type: "object",
  properties: {
    id: { type: "string", format: "uuid" },
    name: { type: "string", minLength: 1, maxLength: 100 },
    email: { type: "string", format: "email" },
    age: { type: "integer", minimum: 0 },
    role: { enum: ["admin", "editor", "viewer"] },
  },
  required: ["id", "name", "email"],
  additionalProperties: false,
};

const item = {
  type: "object",
  properties: {
    id: { type: "integer" },
    title: { type: "string" },
    price: { type: "number" },
    sold: { type: "boolean" },
    note: { type: "string" },
  },
  required: ["id", "title", "price", "sold"],
  additionalProperties: false,
};

const accountOf = (number) => ({
  id: `2c5ea4c0-4067-11e9-8bad-${String(number).padStart(12, "0")}`,
  name: `Ada Lovelace ${number}`,
  email: `ada${number}@example.org`,
  age: number % 100,
  role: "admin",
});
const itemOf = (number) => ({
  id: number,
  title: `Item number ${number}`,
  price: number * 1.25,
  sold: number % 2 === 0,
  note: "In the window",
});

const listOf = (make, length) => Array.from({ length }, (_, index) => make(index));

/** Both validators on one value, `ops` times. */
function pair(name, schema, value, ops) {
  const ours = fromJsonSchema(schema);
  const theirs = new Validator(structuredClone(schema), "2020-12");
  if (!theirs.validate(value).valid) throw new Error(`${name} is not valid`);
  const times = (run) => ({
    ops,
    run() {
      for (let op = 0; op < ops; op++) run();
    },
  });
  return {
    [name]: times(() => ours.parse(value)),
    [`${name}Theirs`]: times(() => theirs.validate(value)),
  };
}

async function unique() {
  const schema = { type: "array", uniqueItems: true };
  const uri = "https://bench.example/unique";
  registerSchema({ $schema: "https://json-schema.org/draft/2020-12/schema", ...schema }, uri);
  const theirs = await validate(uri);
  unregisterSchema(uri);
  const ours = fromJsonSchema(schema);
  const items = listOf((id) => ({ id, name: `n${id}`, tags: [id, id + 1] }), 5_000);
  return {
    unique: { ops: 1, run: () => ours.parse(items) },
    uniqueTheirs: { ops: 1, run: () => theirs(items) },
  };
}

export async function run({ rounds }) {
  const items = { type: "array", items: item };
  const accounts = { type: "array", items: account };
  const times = await race(
    {
      ...pair("item", item, itemOf(1), 500),
      ...pair("items", items, listOf(itemOf, 100), 10),
      ...pair("account", account, accountOf(1), 500),
      ...pair("accounts", accounts, listOf(accountOf, 100), 10),
      ...(await unique()),
    },
    { rounds },
  );
  const row = (figure, name, baseline, maxRatio) => ({
    figure,
    value: times.median(name),
    unit: "µs",
    baseline,
    ratio: times.ratio(name, `${name}Theirs`),
    maxRatio,
  });
  const cfworker = "`@cfworker/json-schema`";
  return [
    row("Validating an object of 5 fields", "item", cfworker, 0.125),
    row("The same; 100 of them", "items", cfworker, 0.125),
    row("The same; 5 fields with formats, lengths, bounds and an `enum`", "account", cfworker, 0.125),
    row("The same; 100 of them", "accounts", cfworker, 0.125),
    row("5,000 objects, all different, by `uniqueItems`", "unique", "`@hyperjump/json-schema`", 3),
  ];
}
