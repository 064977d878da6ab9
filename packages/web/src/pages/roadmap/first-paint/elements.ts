/** Attributes of an element; undefined omits one. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
type Properties = Readonly<Record<string, string | number>>;

export interface Described {
  /** Class names. */
  look?: string | undefined;
  attributes?: Attributes;
  /** Set individually: a CSP that forbids style attributes allows that. */
  style?: Properties;
}

/** Creates an element with its children. */
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
