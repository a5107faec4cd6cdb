/* eslint-disable @typescript-eslint/no-unnecessary-type-parameters, @typescript-eslint/no-unused-vars --
   types are what is tested here: they are named to be compared */
/** What the compiler promises those who use policies and toolsets. A line marked with `@ts-expect-error` must not compile. */
import { expect } from "@open-wc/testing";
import {
  authenticated,
  createAgentSurfaceRegistry,
  createAgentToolset,
  environment,
  hasPermission,
  rateLimit,
  requireConfirmation,
  tenantBoundary,
  type AgentPolicy,
  type AgentToolset,
  type JsonValue,
} from "../../src/index.js";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<_T extends true>(): void {
  // The constraint is the test.
}

const yes = () => true;

describe("the built-in policies", () => {
  it("are policies, whose functions see the host, and the input only where there is one", () => {
    const policies = [
      authenticated(),
      authenticated({ key: "session", discovery: "disable" }),
      environment(["test"], { discovery: "expose" }),
      rateLimit({ limit: 1, windowMs: 1 }),
      hasPermission("p", (host, permission) => {
        same<Equal<typeof host, Readonly<Record<string, unknown>>>>();
        same<Equal<typeof permission, string>>();
        return true;
      }),
      requireConfirmation({
        if({ effectiveInput, invocationId }) {
          same<Equal<typeof effectiveInput, JsonValue>>();
          same<Equal<typeof invocationId, string>>();
          return true;
        },
      }),
      tenantBoundary({
        current: (host) => host["tenant"],
        // @ts-expect-error -- discovery and authorization reach no input
        expected: ({ effectiveInput }) => effectiveInput as unknown,
      }),
    ];
    same<Equal<typeof policies, AgentPolicy[]>>();
    expect(policies).to.have.length(7);
  });

  it("take no wrong options", () => {
    const wrong = [
      // @ts-expect-error -- an unknown way of discovery
      () => authenticated({ discovery: "show" }),
      // @ts-expect-error -- a check decides at once
      () => hasPermission("p", async () => Promise.resolve(true)),
      // @ts-expect-error -- no environment
      () => environment(["staging"]),
      // @ts-expect-error -- a limit needs its window
      () => rateLimit({ limit: 1 }),
      // @ts-expect-error -- a summary is a text
      () => requireConfirmation({ summary: () => 5 }),
      // @ts-expect-error -- both functions are needed
      () => tenantBoundary({ current: yes }),
    ];
    expect(wrong).to.have.length(6);
  });
});

describe("a toolset in the mode meta", () => {
  it("is a toolset, with a budget and a wish to confirm", () => {
    const registry = createAgentSurfaceRegistry();
    const consumer = { id: "me", kind: "test" } as const;
    const toolset = createAgentToolset(registry, {
      consumer,
      topology: "embedded",
      mode: "meta",
      confirmOptional: true,
      budget: { maxComponents: 5, maxBytes: 1_000 },
    });
    same<Equal<typeof toolset, AgentToolset>>();
    // @ts-expect-error -- no such mode
    expect(() => createAgentToolset(registry, { consumer, topology: "embedded", mode: "other" })).to.throw();
  });
});
