import { createAgentSurfaceRegistry } from "../index.js";
import type { AgentSurfaceEvent, AuditEvent } from "../index.js";
import { createTestConfirmations } from "./confirmations.js";
import { HostScope } from "./host-scope.js";
import { FakeTime, foreignTime } from "./time.js";
import type { TestSurface, TestSurfaceOptions } from "./types.js";
import { createView } from "./view.js";
import type { World } from "./view.js";

/**
 * A registry of its own for one test, with an agent, a person and a clock that do what the test says. Works in every
 * test framework and needs none; nothing is asserted here. Dispose it when the test is over.
 *
 * The kit counts as somebody who can be asked: calls of the code under test that wait for an approval wait for
 * `confirmations`.
 */
export function createTestSurface(options: TestSurfaceOptions = {}): TestSurface {
  const { realTime = false, consumer = { id: "test", kind: "test" }, ...registryOptions } = options;
  const isForeign = realTime || options.now !== undefined || options.schedule !== undefined;
  const fake = isForeign ? undefined : new FakeTime();
  const time = fake ?? foreignTime(options);
  const scope = new HostScope(() => options.context?.() ?? {});
  const events: AgentSurfaceEvent[] = [];
  const auditLog: AuditEvent[] = [];

  const registry = createAgentSurfaceRegistry({
    environment: "test",
    ...registryOptions,
    ...(fake && { now: fake.now, schedule: fake.schedule }),
    context: scope.context,
    audit: {
      record(event) {
        auditLog.push(event);
        options.audit?.record(event);
      },
    },
  });
  registry.subscribe((event) => events.push(event));
  // Without anybody who listens, a waiting call is told that nobody can be asked.
  registry.confirmations.subscribe(() => undefined);

  let calls = 0;
  let disposed = false;
  const world: World = {
    registry,
    scope,
    asked: new Map(),
    nextInvocationId: () => `test-call-${++calls}`,
    isDisposed: () => disposed,
  };
  return {
    ...createView(world, consumer),
    registry,
    register: (definition) => registry.register(definition),
    as: (host, other = consumer) => createView(world, other, host),
    confirmations: createTestConfirmations(registry, time),
    events,
    auditLog,
    time: { now: time.now, advance: time.advance },
    dispose() {
      disposed = true;
      registry.dispose();
    },
  };
}
