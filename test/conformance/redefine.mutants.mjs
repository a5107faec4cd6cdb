const file = "src/registry/registrations.ts";

export default [
  {
    rule: "with equal content changes nothing and takes no version",
    file,
    find: "if (!changed) {",
    replace: "if (!changed && !before) {",
  },
  {
    rule: "keeps its approval, whatever number of redefinitions lies between",
    file,
    find: "kept.includes(capability)",
    replace: "false",
    note: "every question is withdrawn",
  },
  {
    rule: "does not run on an approval of what it was",
    file,
    find: "former && sameCapability(former.shape, one) ? former",
    replace: "former ? former",
  },
  {
    rule: "is STALE_CAPABILITY registration-replaced under the old id after another policies",
    file: "src/definition/shape.ts",
    find: "samePolicies(one.policies, other.policies) && text(one)",
    replace: "text(one)",
  },
  {
    rule: "has a bounded number of old ids",
    file: "src/registry/registration-index.ts",
    find: "this.#aliases.size > maxAliases",
    replace: "false",
  },
  {
    rule: "is reached under each of the old registration ids",
    file: "src/registry/registration-index.ts",
    find: "this.#aliases.set(registration.id,",
    replace: "new Map().set(registration.id,",
  },
];
