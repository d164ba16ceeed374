/** An element with its class and attributes. */
export function make(
  tag: 'div' | 'b' | 'small' | 'button' | 'span',
  className = '',
  attributes: Readonly<Record<string, string>> = {},
  text = '',
): HTMLElement {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== '') element.textContent = text;
  return element;
}
