/** What the shop does by itself, with people in mind: coupons, the total, paying. It knows nothing of agents. */

const coupons = { SAVE10: 10 };

const table = document.querySelector("#cart");
const form = document.querySelector("#coupon");
const field = form.elements.namedItem("code");
const pay = document.querySelector("#pay");
const status = document.querySelector("#status");

let applied;

function inEuros(cents) {
  return `${cents < 0 ? "−" : ""}€${(Math.abs(cents) / 100).toFixed(2)}`;
}

function codeOf(text) {
  return text.trim().toUpperCase();
}

function sumOfItems() {
  const prices = table.querySelectorAll("tbody [data-cents]");
  return Array.from(prices, (cell) => Number(cell.dataset.cents)).reduce((sum, cents) => sum + cents, 0);
}

function discount() {
  return applied === undefined ? 0 : -Math.round((sumOfItems() * coupons[applied]) / 100);
}

function total() {
  return inEuros(sumOfItems() + discount());
}

function showDiscount() {
  const row = table.tFoot.insertRow(0);
  const heading = document.createElement("th");
  heading.scope = "row";
  heading.colSpan = 2;
  heading.textContent = `Coupon ${applied}, ${coupons[applied]} % off`;
  row.append(heading);
  row.insertCell().textContent = inEuros(discount());
}

field.addEventListener("input", () => {
  const code = codeOf(field.value);
  let problem = "";
  if (code !== "" && !Object.hasOwn(coupons, code)) problem = `There is no coupon “${code}”.`;
  if (code === applied) problem = `The coupon “${code}” is applied already.`;
  field.setCustomValidity(problem);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  applied = codeOf(field.value);
  form.reset();
  showDiscount();
  table.querySelector("#total").textContent = total();
  status.textContent = `Coupon ${applied} applied.`;
});

pay.addEventListener("click", () => {
  pay.disabled = true;
  form.hidden = true;
  status.textContent = `Thank you. ${total()} is paid.`;
});
