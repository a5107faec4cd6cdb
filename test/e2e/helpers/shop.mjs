/** The shop page as the documentation has it, with rows in its table; its only other script is what a shop has anyway. */

export const shopTools = [
  "view_shop__cart__applyCoupon",
  "view_shop__cart__checkOut",
  "view_shop__cart__readCart",
];
export const [applyCoupon, checkOut, readCart] = shopTools;

export const moduleBundle = '<script type="module" src="/dist/agent-tags.js"></script>';
export const classicBundle = '<script src="/dist/agent-tags.classic.js"></script>';

export const shopWindow = `
<agent-window type="shop.cart" label="Cart" description="The visitor's shopping cart">
  <table id="cart">
    <tr><th>Item</th><th>Quantity</th><th>Price</th></tr>
    <tr><td>Sencha</td><td>2</td><td>24.80</td></tr>
    <tr><td>Total</td><td></td><td id="total">24.80</td></tr>
  </table>
  <agent-observation name="readCart" description="Items, quantities and the total" for="cart" as="table"></agent-observation>

  <form id="coupon">
    <label>Code <input name="code" required maxlength="12"></label><button>Apply</button>
  </form>
  <agent-action name="applyCoupon" description="Apply a coupon code to the cart" for="coupon"></agent-action>

  <button id="pay">Check out</button>
  <agent-action name="checkOut" description="Start the payment" for="pay" effect="navigation" confirm></agent-action>
</agent-window>`;

export function htmlPage({ head = moduleBundle, body = "" }) {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Test</title><link rel="icon" href="data:,">
${head}
</head>
<body>
${body}
</body>
</html>`;
}

export function shopPage({ head = moduleBundle } = {}) {
  return htmlPage({
    head,
    body: `${shopWindow}
<agent-webmcp></agent-webmcp>
<output id="shown"></output>
<script src="/test/fixtures/shop.js"></script>`,
  });
}

/** The same body with either bundle. */
export function pagesWith(body) {
  return {
    "/module.html": htmlPage({ head: moduleBundle, body }),
    "/classic.html": htmlPage({ head: classicBundle, body }),
  };
}
