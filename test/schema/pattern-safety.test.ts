import { expect } from "@open-wc/testing";
import { nestsRepetitions } from "../../src/schema/pattern-safety.js";

const email = "^(?:[\\w'+\\-]+\\.)*[\\w'+\\-]*[\\w+-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";

describe("nestsRepetitions", () => {
  const nested =
    "(a+)+ (a*)* (?:a+)* ((a)+b?)* (?:\\w+\\s?)* (a{2,})+ ([a-z]+)*$ (?<n>a+)+ ((a+)b*)+ (.*)* (a+){3,} (\\d+)+?";
  for (const pattern of [
    ...nested.split(" "),
    "(?:-?[a-z]+)*",
    "(?:-[a-z]*[a-z]*)*",
    "(?:-a+|b)*",
    "(?:\\.[^x]+)*",
    "(?:-.+)*",
  ]) {
    it(`is true of ${pattern}`, () => {
      expect(nestsRepetitions(pattern)).to.equal(true);
    });
  }

  const plain =
    "a+b* (a+)? (a+){3} (\\(+)(\\)+) [(a+)+]+ (a|b)+ (?:ab?)+ (?=.*\\d)(?=.*[a-z]).+ \\u{61}+ a{2,}b{3,}";
  const separated = "[a-z0-9]+(?:-[a-z0-9]+)* (?:\\d+,)*\\d+ (?:\\/[^\\/]+)+ (?:\\.\\w+)*";
  for (const pattern of [...plain.split(" "), ...separated.split(" "), email]) {
    it(`is false of ${pattern}`, () => {
      expect(nestsRepetitions(pattern)).to.equal(false);
    });
  }
});
