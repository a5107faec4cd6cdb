/** Angular with its compiler, as one module. */
import "@angular/compiler";
export {
  Component,
  CUSTOM_ELEMENTS_SCHEMA,
  ErrorHandler,
  provideZonelessChangeDetection,
  signal,
  type ApplicationRef,
  type Type,
} from "@angular/core";
export { FormControl, FormGroup, FormsModule, ReactiveFormsModule, Validators } from "@angular/forms";
export { bootstrapApplication } from "@angular/platform-browser";
