/** Angular with its compiler, as one module. */
import "@angular/compiler";
export {
  Component,
  CUSTOM_ELEMENTS_SCHEMA,
  provideZonelessChangeDetection,
  signal,
  type ApplicationRef,
} from "@angular/core";
export { FormControl, FormGroup, FormsModule, ReactiveFormsModule, Validators } from "@angular/forms";
export { bootstrapApplication } from "@angular/platform-browser";
