/**
 * The look of `<agent-confirmation>`. Lengths are in `em` of the reader's own default size, so that neither a page's root
 * size nor its inherited styles can make the question small, transparent or unclickable.
 */
import type { CSSResult } from "lit";
import { adaptations } from "./styles/adaptations.js";
import { controls } from "./styles/controls.js";
import { frame } from "./styles/frame.js";
import { question } from "./styles/question.js";
import { values } from "./styles/values.js";

export const styles: CSSResult[] = [frame, question, values, controls, adaptations];
