// Functions that run in the page. Each is sent as source text, so it may use only its arguments and the page.

/** Selects elements of a page: by role and accessible name, or by a CSS selector; below another element or anywhere. */
export interface Query {
  role?: string;
  name?: string;
  css?: string;
  /** Text that the element contains. */
  text?: string;
  within?: Query;
}

interface Finder {
  queryAllByRole(root: HTMLElement, role: string, options: object): HTMLElement[];
}
type TestedWindow = Window & { TestingLibraryDom: Finder; locate(query: Query): HTMLElement[]; pageErrors: string[] };

export const isPrepared = (): boolean => 'locate' in window;

/** Records uncaught errors, and defines `locate` for the functions below. Testing Library has to be loaded before. */
export function prepare(): void {
  const page = window as unknown as TestedWindow;
  page.pageErrors = [];
  page.addEventListener('error', ({ message }) => page.pageErrors.push(message));
  page.addEventListener('unhandledrejection', ({ reason }) => page.pageErrors.push(String(reason)));
  page.locate = ({ role, name, css = '*', text = '', within }) =>
    (within ? page.locate(within) : [document.body])
      .flatMap((root) =>
        role === undefined
          ? [...root.querySelectorAll<HTMLElement>(css)]
          : page.TestingLibraryDom.queryAllByRole(root, role, name === undefined ? {} : { name }),
      )
      .filter(({ textContent }) => textContent.includes(text));
}

export const pageErrors = (): string[] => (window as unknown as TestedWindow).pageErrors;

/** An attribute or the text of each element, in document order. */
export const read = (query: Query, attribute: string | null): (string | null)[] =>
  (window as unknown as TestedWindow)
    .locate(query)
    .map((each) => (attribute === null ? each.textContent.trim() : each.getAttribute(attribute)));

export const valueOf = (query: Query): string | undefined =>
  ((window as unknown as TestedWindow).locate(query)[0] as HTMLInputElement | undefined)?.value;

/**
 * A point in the first element of a query, by fractions of its width and height, where a pointer can reach it. Returns the
 * reason as a string while there is no such element, it moves, or something covers the point.
 */
export async function pointIn(
  query: Query,
  acrossShare: number,
  downShare: number,
): Promise<[number, number] | string> {
  const element = (window as unknown as TestedWindow).locate(query)[0];
  if (!element) return 'there is no such element';
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  const { left, top, width, height } = element.getBoundingClientRect();
  if (left !== before.left || top !== before.top) return 'it moves';
  const x = Math.round(left + width * acrossShare);
  const y = Math.round(top + height * downShare);
  const there = document.elementFromPoint(x, y);
  if (!element.contains(there)) return `it is covered by ${there?.outerHTML.slice(0, 200) ?? 'the edge of the page'}`;
  return [x, y];
}
