import type { Page } from '@playwright/test';

interface Data {
  contrastRatio?: unknown;
}

/** What axe gives its rules and checks. */
interface Audit {
  rules: { id: string; matches(node: Element, virtual: unknown, context: object): boolean }[];
  checks: Record<
    string,
    { evaluate(this: { data(value: Data): void }, node: Element, ...more: unknown[]): boolean | undefined }
  >;
}

/**
 * From here on axe computes the contrast of equal texts of the document once: those of the same font and colors, in front of the same boxes. The
 * rows of a list are checked as one, and what a dialog leaves as it was is not checked again. A text whose contrast is too low is reported each
 * time.
 */
export const checkEqualTextsOnce = (page: Page): Promise<void> => page.evaluate(install);

/** Runs in the page. */
function install(): void {
  interface Box {
    element: Element;
    rect: DOMRect;
    look: string;
  }
  const { _audit: audit } = (window as unknown as { axe: { _audit: Audit } }).axe;
  const rule = audit.rules.find(({ id }) => id === 'color-contrast');
  const check = audit.checks['color-contrast'];
  if (!rule || !check) throw new Error('This version of axe has another rule for the contrast of texts');
  /** The texts with enough contrast. */
  const sound = new Set<string>();
  /** Elements whose contrast could not be determined, and how they were. */
  const undetermined = new WeakMap<Element, string>();
  let run: { context: object; boxes: Box[]; keys: Map<Element, string> } | null = null;

  const graphics = 'img, svg, canvas, video, object, iframe';
  const transparent = 'rgba(0, 0, 0, 0)';

  /** Everything that changes the colors behind a text or its own, or what lies in front of what, in the order of the document. */
  function boxesOf(): Box[] {
    const found: Box[] = [];
    for (const element of document.querySelectorAll('*')) {
      const style = getComputedStyle(element);
      const { backgroundColor, backgroundImage, opacity, position, zIndex, filter, mixBlendMode, transform } = style;
      const isGraphic = element.matches(graphics);
      const isPlain =
        backgroundColor === transparent &&
        backgroundImage === 'none' &&
        opacity === '1' &&
        position === 'static' &&
        zIndex === 'auto' &&
        filter === 'none' &&
        mixBlendMode === 'normal' &&
        transform === 'none' &&
        !isGraphic;
      if (isPlain) continue;
      const rect = element.getBoundingClientRect();
      if (rect.width === 0 || rect.height === 0) continue;
      const isMoved = transform !== 'none';
      const look = [
        backgroundColor,
        backgroundImage,
        opacity,
        position,
        zIndex,
        filter,
        mixBlendMode,
        isMoved,
        isGraphic,
      ];
      found.push({ element, rect, look: look.join(' ') });
    }
    return found;
  }

  const hasText = (element: Element): boolean =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? ''));

  function keyOf(text: Element, boxes: readonly Box[]): string {
    const style = getComputedStyle(text);
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const parts = [style.color, style.fontSize, style.fontWeight, style.textShadow, style.webkitTextStroke];
    for (const { element, rect, look } of boxes) {
      if (rect.left >= right || rect.right <= left || rect.top >= bottom || rect.bottom <= top) continue;
      const isWhole = rect.left <= left && rect.right >= right && rect.top <= top && rect.bottom >= bottom;
      parts.push(look, element.contains(text) ? 'around' : 'beside', isWhole ? 'whole' : 'in part');
    }
    return parts.join('|');
  }

  const withSize = (text: Element, key: string): string => {
    const { width, height } = text.getBoundingClientRect();
    return `${width} ${height} ${text.textContent} ${key}`;
  };

  const matches = rule.matches.bind(rule);
  rule.matches = (element, virtual, context) => {
    if (element.matches('input, select, textarea')) return matches(element, virtual, context);
    if (!hasText(element)) return false;
    if (run?.context !== context) run = { context, boxes: boxesOf(), keys: new Map() };
    const key = keyOf(element, run.boxes);
    if (sound.has(key) || undetermined.get(element) === withSize(element, key)) return false;
    run.keys.set(element, key);
    return matches(element, virtual, context);
  };

  // oxlint-disable-next-line unbound-method -- called with the check below
  const { evaluate } = check;
  check.evaluate = function evaluateOnce(element, ...more) {
    const key = run?.keys.get(element);
    // An equal text of this run was checked.
    if (key !== undefined && sound.has(key)) return true;
    const set = this.data.bind(this);
    let ratio: unknown;
    this.data = (data) => {
      ratio = data.contrastRatio;
      set(data);
    };
    const result = evaluate.call(this, element, ...more);
    // A text that is hidden passes without a ratio.
    if (key !== undefined && result === true && typeof ratio === 'number') sound.add(key);
    if (key !== undefined && result === undefined) undetermined.set(element, withSize(element, key));
    return result;
  };
}
