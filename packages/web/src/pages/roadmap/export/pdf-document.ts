import {
  appendBezierCurve,
  beginText,
  closePath,
  concatTransformationMatrix,
  drawObject,
  endText,
  fill,
  lineTo,
  moveTo,
  PDFDocument,
  type PDFFont,
  type PDFImage,
  type PDFName,
  type PDFOperator,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  setFillingRgbColor,
  setFontAndSize,
  setLineWidth,
  setStrokingRgbColor,
  setTextMatrix,
  showText,
  StandardFonts,
  stroke,
} from '@cantoo/pdf-lib';
import { InvisibleText } from './invisible-text.ts';
import { canvasMeasure, fontFamily, type Shape } from './drawing/shapes.ts';
import type { Work } from './yielding.ts';

/** The resolution of text drawn as images, relative to the page. */
const letterScale = 3;

/** A document that is being written. */
export interface Draft {
  document: PDFDocument;
  ink: Ink;
}

export async function beginDocument(title: string): Promise<Draft> {
  const document = await PDFDocument.create();
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setCreator('Milepost');
  document.setProducer('Milepost');
  const ink = new Ink(document, {
    400: document.embedStandardFont(StandardFonts.Helvetica),
    600: document.embedStandardFont(StandardFonts.HelveticaBold),
  });
  return { document, ink };
}

export async function endDocument({ document, ink }: Draft, work: Work): Promise<Blob> {
  ink.end();
  work.signal.throwIfAborted();
  const bytes = await document.save({ objectsPerTick: 8 });
  work.signal.throwIfAborted();
  return new Blob([bytes], { type: 'application/pdf' });
}

/** The fonts of a document, and images for characters that they lack. */
class Ink {
  readonly document: PDFDocument;
  readonly fonts: Readonly<Record<400 | 600, PDFFont>>;
  readonly invisible: InvisibleText;
  readonly #letters: ReadonlySet<number>;
  readonly #browser = canvasMeasure();
  readonly #images = new Map<string, Promise<PDFImage>>();

  constructor(document: PDFDocument, fonts: Readonly<Record<400 | 600, PDFFont>>) {
    this.document = document;
    this.fonts = fonts;
    this.invisible = new InvisibleText(document);
    this.#letters = new Set(fonts[400].getCharacterSet());
  }

  /** Whether the built-in font has all glyphs of a text. */
  has(text: string): boolean {
    for (const letter of text) if (!this.#letters.has(letter.codePointAt(0) ?? 0)) return false;
    return true;
  }

  measure(text: string, size: number, weight: 400 | 600): number {
    return this.has(text) ? this.fonts[weight].widthOfTextAtSize(text, size) : this.#browser(text, size, weight);
  }

  /** The text as drawn by the browser; a repeated text is drawn once. */
  image({ text, size, weight, fill: color }: Extract<Shape, { kind: 'text' }>): Promise<PDFImage> {
    const key = JSON.stringify([text, size, weight, color]);
    const known = this.#images.get(key);
    if (known) return known;
    const made = this.#draw(text, size, weight, color);
    this.#images.set(key, made);
    return made;
  }

  /** Writes the mapping of invisible texts. */
  end(): void {
    this.invisible.end();
  }

  async #draw(text: string, size: number, weight: 400 | 600, color: string): Promise<PDFImage> {
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil((this.#browser(text, size, weight) + 2) * letterScale);
    canvas.height = Math.ceil(size * 1.6 * letterScale);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser cannot draw images');
    context.scale(letterScale, letterScale);
    context.font = `${weight} ${size}px ${fontFamily}`;
    context.fillStyle = color;
    context.fillText(text, 1, size * 1.2);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('The image could not be made');
    const image = await this.document.embedPng(await blob.arrayBuffer());
    // One at a time as they occur: all of them at the end would block the page.
    await image.embed();
    return image;
  }
}

/** One page, drawn in the image's own units with y pointing down. */
export class Sheet {
  readonly #page: PDFPage;
  readonly #ink: Ink;
  readonly #faces: Readonly<Record<400 | 600, PDFName>>;
  #invisible: PDFName | null = null;

  constructor(page: PDFPage, ink: Ink, height: number, scale: number) {
    this.#page = page;
    this.#ink = ink;
    this.#faces = {
      400: page.node.newFontDictionary('R', ink.fonts[400].ref),
      600: page.node.newFontDictionary('B', ink.fonts[600].ref),
    };
    page.pushOperators(pushGraphicsState(), concatTransformationMatrix(scale, 0, 0, -scale, 0, height * scale));
  }

  async draw(shapes: readonly Shape[]): Promise<void> {
    for (const shape of shapes) {
      // oxlint-disable-next-line no-await-in-loop -- later shapes are drawn on top
      this.#page.pushOperators(...(shape.kind === 'text' ? await this.#text(shape) : outline(shape)));
    }
  }

  end(): void {
    this.#page.pushOperators(popGraphicsState());
  }

  async #text(shape: Extract<Shape, { kind: 'text' }>): Promise<PDFOperator[]> {
    const { text, size, weight } = shape;
    if (text === '') return [];
    const width = this.#ink.measure(text, size, weight);
    const x = shape.x - { start: 0, middle: width / 2, end: width }[shape.anchor];
    if (this.#ink.has(text)) {
      return [
        color(shape.fill),
        beginText(),
        setFontAndSize(this.#faces[weight], size),
        setTextMatrix(1, 0, 0, -1, x, shape.y),
        showText(this.#ink.fonts[weight].encodeText(text)),
        endText(),
      ];
    }
    const image = await this.#ink.image(shape);
    const name = this.#page.node.newXObject('T', image.ref);
    this.#invisible ??= this.#page.node.newFontDictionary('I', this.#ink.invisible.ref);
    const [drawnWidth, drawnHeight] = [image.width / letterScale, image.height / letterScale];
    return [
      pushGraphicsState(),
      concatTransformationMatrix(drawnWidth, 0, 0, -drawnHeight, x - 1, shape.y - size * 1.2 + drawnHeight),
      drawObject(name),
      popGraphicsState(),
      ...this.#ink.invisible.show(this.#invisible, text, { x, y: shape.y, size, width }),
    ];
  }
}

function outline(shape: Exclude<Shape, { kind: 'text' }>): PDFOperator[] {
  switch (shape.kind) {
    case 'line':
      return [
        strokeColor(shape.stroke),
        setLineWidth(shape.width),
        moveTo(shape.x1, shape.y1),
        lineTo(shape.x2, shape.y2),
        stroke(),
      ];
    case 'polygon':
      return [
        color(shape.fill),
        ...shape.points.map(([x, y], index) => (index === 0 ? moveTo(x, y) : lineTo(x, y))),
        closePath(),
        fill(),
      ];
    default: {
      const edge = shape.stroke ? [strokeColor(shape.stroke), setLineWidth(1), ...box(shape), stroke()] : [];
      return [color(shape.fill), ...box(shape), fill(), ...edge];
    }
  }
}

/** The control point distance for a quarter circle. */
const roundness = 0.5523;

function box({ x, y, width, height, radius = 0 }: Extract<Shape, { kind: 'rect' }>): PDFOperator[] {
  const r = Math.min(radius, width / 2, height / 2);
  if (r <= 0) return [rectangle(x, y, width, height)];
  const k = r * (1 - roundness);
  const [right, bottom] = [x + width, y + height];
  return [
    moveTo(x + r, y),
    lineTo(right - r, y),
    appendBezierCurve(right - k, y, right, y + k, right, y + r),
    lineTo(right, bottom - r),
    appendBezierCurve(right, bottom - k, right - k, bottom, right - r, bottom),
    lineTo(x + r, bottom),
    appendBezierCurve(x + k, bottom, x, bottom - k, x, bottom - r),
    lineTo(x, y + r),
    appendBezierCurve(x, y + k, x + k, y, x + r, y),
    closePath(),
  ];
}

function color(text: string): PDFOperator {
  return setFillingRgbColor(...partsOf(text));
}

function strokeColor(text: string): PDFOperator {
  return setStrokingRgbColor(...partsOf(text));
}

function partsOf(text: string): [number, number, number] {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text);
  if (!hex) return /^#[\da-f]{3}$/i.test(text) ? partsOf(text.replaceAll(/[\da-f]/gi, '$&$&')) : [0.3, 0.3, 0.3];
  return hex.slice(1).map((part) => Number.parseInt(part, 16) / 255) as [number, number, number];
}
