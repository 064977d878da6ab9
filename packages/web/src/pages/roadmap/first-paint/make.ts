/** Attributes of an element; undefined leaves one out. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
type Properties = Readonly<Record<string, string | number>>;

interface Described {
  /** Classes. */
  look?: string | undefined;
  attributes?: Attributes;
  /** Set one by one: a policy that forbids style attributes allows that. */
  style?: Properties;
}

/** Makes an element with all that is in it. */
export function make(tag: string, { look, attributes, style }: Described, ...content: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  if (look) element.className = look;
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
  for (const [name, value] of Object.entries(style ?? {})) element.style.setProperty(name, String(value));
  element.append(...content);
  return element;
}
