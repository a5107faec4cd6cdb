/** React as one module. */
export {
  Component,
  createElement,
  StrictMode,
  Suspense,
  use,
  useActionState,
  useEffect,
  useRef,
  useState,
} from "react";
export type { ChangeEvent, ReactNode, SubmitEvent } from "react";
export { createPortal, flushSync, useFormStatus } from "react-dom";
export { createRoot, type Root } from "react-dom/client";
