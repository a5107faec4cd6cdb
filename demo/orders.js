/** The orders, and the dialogs over them. Of the library it uses one property: the state of the window. */

const orders = document.querySelector("agent-window[type='shop.orders']");
const table = document.querySelector("#orders");
const form = document.querySelector("#remove");
const choice = form.elements.namedItem("order");
const ask = document.querySelector("#ask");
const session = document.querySelector("#session");
const message = document.querySelector("#message");
const status = document.querySelector("#status");

function rows() {
  return Array.from(table.tBodies[0].rows);
}

function show() {
  const numbers = rows().map((row) => row.cells[0].textContent);
  choice.replaceChildren(...numbers.map((number) => new Option(number)));
  form.hidden = numbers.length === 0;
  orders.state = { orders: numbers.length };
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  document.querySelector("#chosen").textContent = choice.value;
  ask.show();
});

ask.addEventListener("close", () => {
  const number = document.querySelector("#chosen").textContent;
  if (ask.returnValue === "delete") {
    rows()
      .find((row) => row.cells[0].textContent === number)
      ?.remove();
    show();
  }
  status.textContent =
    ask.returnValue === "delete" ? `Order ${number} is deleted.` : `Order ${number} stays.`;
  ask.returnValue = "";
});

document.querySelector("#expire").addEventListener("click", () => {
  session.show();
});

session.addEventListener("close", () => {
  status.textContent = "You are signed in again.";
});

// Without an answer it stays.
session.addEventListener("cancel", (event) => {
  event.preventDefault();
});

message.addEventListener("submit", (event) => {
  event.preventDefault();
  status.textContent = "Thank you for your message.";
  message.reset();
});

show();
