/** One question as it stands in front of a person, and its answer. */
import { actionName, consumerOf, sentenceOf } from "./plain-words.js";
import type { Asked } from "./question-queue.js";
import { readableValues } from "./readable-values.js";
import type { ReadableValue } from "./readable-values.js";
import { showUnseen } from "../element/visible-characters.js";

/** What a person needs to know of a question, made once: nothing on the screen changes while they read. */
export interface Shown {
  readonly asked: Asked;
  readonly name: string;
  readonly description: string;
  readonly consumer: { readonly kind: string; readonly id: string };
  readonly window: string | undefined;
  readonly values: readonly ReadableValue[];
}

export function prepare(asked: Asked): Shown {
  const { question } = asked;
  return {
    asked,
    name: actionName(question),
    description: sentenceOf(question),
    consumer: consumerOf(question),
    window: question.windowLabel === undefined ? undefined : showUnseen(question.windowLabel),
    values: readableValues(question.input, question.inputSchema, question.sensitive),
  };
}

export function answer({ source, question }: Asked, approved: boolean, reason?: string): void {
  source.confirmations.resolve(question.confirmationId, {
    approved,
    ...(reason !== undefined && { reason }),
  });
}
