import type { JsonSchema } from "../schema/types.js";
import { describeValue } from "../values/describe-value.js";
import { arrayKind, kindsOfTypes, objectKind } from "../values/kinds.js";
import { isPath, meansName, segmentsOf } from "../values/sensitive.js";
import { fail } from "./check-fields.js";
import type { ComponentShape } from "./shape.js";

/**
 * For development: a sensitive path that cannot be read withholds everything, which is safe but hardly meant; one that
 * leads nowhere withholds nothing.
 * @throws {AgentSurfaceDefinitionError}
 */
export function checkSensitivePaths({ type, sensitive, capabilities }: ComponentShape): void {
  const refuse = (path: string, mend: string) => {
    const message = `The component "${type}" has the sensitive path ${describeValue(path)}: ${mend}.`;
    fail("INVALID_DEFINITION", message, "sensitive");
  };
  for (const path of [...sensitive, ...capabilities.flatMap((one) => one.sensitive)]) {
    if (!isPath(path)) refuse(path, "join names by dots");
  }
  for (const { id, inputSchema, sensitive: paths } of capabilities) {
    for (const path of paths) {
      if (leadsSomewhere(inputSchema ?? {}, segmentsOf(path))) continue;
      refuse(
        path,
        `nothing in the input of "${id}" is there; items of lists are "*", as in "cards.*.number"`,
      );
    }
  }
}

/** Whether a value that fits the schema may have something at a path. */
function leadsSomewhere(schema: JsonSchema, path: readonly string[]): boolean {
  const [head] = path;
  if (head === undefined || "$ref" in schema || "anyOf" in schema) return true;
  const { type, additionalProperties } = schema;
  const { items = {}, properties = {} } = schema as {
    items?: JsonSchema;
    properties?: Record<string, JsonSchema>;
  };
  const kinds = kindsOfTypes(type);
  const isItem = head === "*" || /^\d+$/.test(head);
  if (kinds & arrayKind && isItem && leadsSomewhere(items, path.slice(1))) return true;
  if (!(kinds & objectKind)) return false;
  return (
    additionalProperties !== false ||
    Object.entries(properties).some(([name, member]) => {
      const names = segmentsOf(name);
      const isMeant = names.every((one, index) => path[index] !== undefined && meansName(path[index], one));
      return isMeant && leadsSomewhere(member, path.slice(names.length));
    })
  );
}
