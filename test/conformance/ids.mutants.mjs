const file = "src/values/ids.ts";

export default [
  {
    rule: "lets a segment of a type go on with lower-case letters, digits and hyphens only",
    file,
    find: "[a-z0-9-]*(?:",
    replace: "[a-z0-9_-]*(?:",
  },
  {
    rule: "refuses a dot and an underscore in a capability name",
    file,
    find: "[A-Za-z0-9]*$",
    replace: "[A-Za-z0-9_]*$",
  },
  {
    rule: "allows 128 characters of a component type",
    file,
    find: "maxIdLength = 128",
    replace: "maxIdLength = 129",
  },
  {
    rule: "takes what follows the last dot of a view id for the name",
    file,
    find: 'id.lastIndexOf(".")',
    replace: 'id.indexOf(".")',
  },
  {
    rule: "makes a surface id of srf_ and 22 base62 characters",
    file: "src/registry/surface.ts",
    find: 'this.ids.next("srf_", 22)',
    replace: 'this.ids.next("srf_", 21)',
  },
  {
    rule: "names the instance of a component without an instance id default",
    file,
    find: 'defaultInstanceId = "default"',
    replace: 'defaultInstanceId = "main"',
  },
];
