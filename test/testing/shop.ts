/** A small application, as the tests of this kit's users have one. */
import {
  action,
  defineAgentComponent,
  emptyObjectSchema,
  fromJsonSchema,
  observation,
  type AgentComponentDefinition,
  type JsonValue,
} from "../../src/index.js";
import { createTestSurface, type TestSurface, type TestSurfaceOptions } from "../../src/testing/index.js";

export const read = "view:shop.cart.read";
export const add = "view:shop.cart.add";
export const pay = "view:shop.cart.pay";
export const slow = "view:shop.cart.slow";

export interface Shop {
  readonly surface: TestSurface;
  readonly rows: string[];
  /** The `context` of each payment. */
  readonly paid: { invocationId: string; confirmation?: { id: string; approvedAt: string } }[];
  /** The host of each reading. */
  readonly hosts: Readonly<Record<string, unknown>>[];
  /** Ends the running `slow`. */
  finish(): void;
}

const item = fromJsonSchema<{ item: string }>({
  type: "object",
  properties: { item: { type: "string" } },
  required: ["item"],
});

export function createShop(options: TestSurfaceOptions = {}): Shop {
  const surface = createTestSurface(options);
  const shop = { surface, rows: [] as string[], paid: [], hosts: [], finish: () => undefined } as {
    -readonly [Key in keyof Shop]: Shop[Key];
  };
  surface.register(cart(shop));
  return shop;
}

export function cart(shop: Shop, own: Partial<AgentComponentDefinition> = {}): AgentComponentDefinition {
  return defineAgentComponent({
    type: "shop.cart",
    description: "The cart.",
    observations: {
      read: observation<JsonValue>({
        description: "Reads the items.",
        output: fromJsonSchema({}),
        read({ host }) {
          shop.hosts.push(host);
          return [...shop.rows];
        },
      }),
    },
    actions: {
      add: action({
        description: "Adds an item.",
        input: item,
        effect: "local-state",
        execute: ({ item }) => void shop.rows.push(item),
      }),
      pay: action({
        description: "Pays.",
        input: emptyObjectSchema,
        effect: "local-state",
        confirmation: "required",
        execute: (_input, context) => void shop.paid.push(context),
      }),
      slow: action({
        description: "Takes its time.",
        input: emptyObjectSchema,
        effect: "local-state",
        execute: () => new Promise<void>((resolve) => Object.assign(shop, { finish: resolve })),
      }),
    },
    ...own,
  });
}

/** The error that `promise` rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error("expected a rejection");
}
