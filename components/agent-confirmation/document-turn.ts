/**
 * One question at a time for the whole document, whatever number of elements and copies of this library ask. The turn
 * hangs on the document; all that copies have to agree on is this shape.
 */
interface Turn {
  holder: object | undefined;
  /** In order of arrival; called when the turn is free. */
  readonly waiting: Map<object, () => void>;
}

const key = Symbol.for("agent-tags/confirmation-turn/1");

function turnOf(document: Document): Turn {
  const place = document as unknown as Record<symbol, Turn | undefined>;
  return (place[key] ??= { holder: undefined, waiting: new Map() });
}

/** Whether the turn is the asker's now. If not, `onFree` is called once when it may try again. */
export function takeTurn(document: Document, asker: object, onFree: () => void): boolean {
  const turn = turnOf(document);
  turn.holder ??= asker;
  const isMine = turn.holder === asker;
  if (isMine) turn.waiting.delete(asker);
  else turn.waiting.set(asker, onFree);
  return isMine;
}

/** Gives the turn, or the place in the row, up. */
export function leaveTurn(document: Document, asker: object): void {
  const turn = turnOf(document);
  turn.waiting.delete(asker);
  if (turn.holder !== asker) return;
  turn.holder = undefined;
  for (const [next, onFree] of [...turn.waiting]) {
    if (isTaken(turn)) return;
    turn.waiting.delete(next);
    onFree();
  }
}

/** A function, since the compiler does not see that `onFree` may take the turn. */
function isTaken(turn: Turn): boolean {
  return turn.holder !== undefined;
}
