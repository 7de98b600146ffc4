// Small pieces of the page.

export function element(tag, attributes = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
}

/// A labelled choice; `changed(value)` when it is made.
export function choice(label, options, value, changed) {
    const select = element("select", { "data-control": label });
    for (const [key, text] of options) select.append(element("option", { value: key }, text));
    select.value = value;
    select.addEventListener("change", () => changed(select.value));
    return element("label", {}, element("span", {}, label), select);
}

export function slider(label, { min, max, step, value }, changed) {
    const input = element("input", { type: "range", min, max, step, value, "data-control": label });
    input.addEventListener("input", () => changed(+input.value));
    return element("label", {}, element("span", {}, label), input);
}

export function tick(label, value, changed) {
    const input = element("input", { type: "checkbox", "data-control": label });
    input.checked = value;
    input.addEventListener("change", () => changed(input.checked));
    return element("label", {}, element("span", {}, label), input);
}

/// Four digits, and an exponent only where it helps.
export function number(value) {
    if (value === null || value === undefined || Number.isNaN(value)) return "–";
    if (value === 0) return "0";
    const size = Math.abs(value);
    return size >= 1e5 || size < 1e-3 ? value.toExponential(3) : String(+value.toPrecision(4));
}

export const numbers = (values) => values.map(number).join("  ");

/// Rows of [name, value, unit].
export function table(rows) {
    const body = element("table", { class: "numbers" });
    for (const [name, value, unit = ""] of rows)
        body.append(element("tr", {}, element("th", {}, name), element("td", {}, value), element("td", { class: "unit" }, unit)));
    return body;
}
