import type { AgentSurfaceRegistry, PendingConfirmation } from "../index.js";
import { turn } from "./turn.js";
import type { TestConfirmations, TestTime } from "./types.js";

type Which = string | PendingConfirmation | undefined;

/** The person of the test, who answers when told to. */
export function createTestConfirmations(
  { confirmations }: AgentSurfaceRegistry,
  time: TestTime,
): TestConfirmations {
  const pending = () => confirmations.pending();

  const matching = (which: Which): PendingConfirmation[] => {
    const wanted = typeof which === "object" ? which.confirmationId : which;
    return pending().filter(
      ({ confirmationId, capabilityId }) =>
        wanted === undefined || wanted === confirmationId || wanted === capabilityId,
    );
  };

  const find = async (which: Which): Promise<PendingConfirmation> => {
    // Policies may take a few microtasks before they come to the question.
    if (matching(which).length === 0) await turn();
    const [question, ...others] = matching(which);
    if (question && others.length === 0) return question;
    const named =
      which === undefined ? "" : ` for "${typeof which === "object" ? which.confirmationId : which}"`;
    const said = question
      ? `${others.length + 1} questions are pending${named}`
      : `No question is pending${named}`;
    const list = pending().map(({ capabilityId, confirmationId }) => `${capabilityId} (${confirmationId})`);
    throw new Error(list.length > 0 ? `${said}. Name one of: ${list.join(", ")}.` : `${said}.`);
  };

  const decide = async (which: Which, approved: boolean, reason?: string): Promise<PendingConfirmation> => {
    const question = await find(which);
    confirmations.resolve(question.confirmationId, { approved, ...(reason !== undefined && { reason }) });
    await turn();
    return question;
  };

  return {
    pending,
    approve: (which) => decide(which, true),
    deny: (which, reason) => decide(which, false, reason),
    async expire(which) {
      const question = await find(which);
      await time.advance(Math.max(0, Date.parse(question.expiresAt) - time.now()));
      if (pending().includes(question)) {
        throw new Error(
          `The question for "${question.capabilityId}" did not expire: a presenter has not shown it yet, or gave it more time.`,
        );
      }
      return question;
    },
  };
}
