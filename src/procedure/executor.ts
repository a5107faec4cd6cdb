/** The seam to the server: how a procedure gets there is the host's (contract.md section 11). */
import type { AgentConsumer } from "../values/consumer.js";
import type { JsonValue } from "../values/json.js";

export interface ProcedureCallInfo {
  readonly invocationId: string;
  readonly consumer: AgentConsumer;
  /** Aborted on time-out, cancellation and unmount. */
  readonly signal: AbortSignal;
  /** Present exactly where a person approved this call in the page. */
  readonly confirmation?: { readonly id: string; readonly approvedAt: string };
}

export interface AgentProcedureExecutor {
  /**
   * Runs a procedure with its complete, validated input. An `AgentSurfaceError` reaches the agent as it is, whatever else
   * is thrown becomes EXECUTION_FAILED {transport} with a fixed text.
   */
  execute(request: {
    readonly path: string;
    readonly input: JsonValue;
    readonly info: ProcedureCallInfo;
  }): Promise<JsonValue>;
  /** The procedures there are, for `duplicateSuffixPolicy`; read when the executor is installed. */
  readonly paths?: readonly string[];
}
