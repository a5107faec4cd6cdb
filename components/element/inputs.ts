/** What reads the input of an action: from the controls behind its `for`, and from its params. */
export { formSchema } from "../binding/form-schema.js";
export { readParams } from "./read-params.js";
