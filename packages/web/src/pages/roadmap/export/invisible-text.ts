import {
  beginText,
  endText,
  type PDFDocument,
  PDFHexString,
  type PDFName,
  type PDFOperator,
  type PDFRef,
  PDFString,
  setCharacterSqueeze,
  setFontAndSize,
  setTextMatrix,
  setTextRenderingMode,
  showText,
  TextRenderingMode,
} from '@cantoo/pdf-lib';

/** Half an em: the width of a glyph of the invisible font before it is scaled to the drawn width. */
const letterWidth = 500;

/**
 * Invisible text that can be found, selected and copied: a font without glyphs whose codes only map to characters. It covers
 * text that was drawn as an image.
 */
export class InvisibleText {
  readonly ref: PDFRef;
  readonly #document: PDFDocument;
  readonly #codes = new Map<string, number>();

  constructor(document: PDFDocument) {
    this.#document = document;
    this.ref = document.context.nextRef();
  }

  /** The operators that write a text `width` wide with its baseline at `y`, in a coordinate system with y pointing down. */
  show(
    face: PDFName,
    text: string,
    { x, y, size, width }: { x: number; y: number; size: number; width: number },
  ): PDFOperator[] {
    const letters = Array.from(text);
    const plainWidth = (letters.length * letterWidth * size) / 1000;
    const codes = letters.map((letter) => this.#codeOf(letter).toString(16).padStart(4, '0')).join('');
    return [
      beginText(),
      setTextRenderingMode(TextRenderingMode.Invisible),
      setFontAndSize(face, size),
      setCharacterSqueeze(plainWidth === 0 ? 100 : (100 * width) / plainWidth),
      setTextMatrix(1, 0, 0, -1, x, y),
      showText(PDFHexString.of(codes)),
      setCharacterSqueeze(100),
      setTextRenderingMode(TextRenderingMode.Fill),
      endText(),
    ];
  }

  /** Writes the font once all texts are known. Nothing is written if it was not used. */
  end(): void {
    if (this.#codes.size === 0) return;
    const { context } = this.#document;
    const descriptor = context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: 'Invisible',
        Flags: 4,
        FontBBox: [0, -250, 1000, 1000],
        ItalicAngle: 0,
        Ascent: 1000,
        Descent: -250,
        CapHeight: 700,
        StemV: 80,
      }),
    );
    const letters = context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'CIDFontType2',
        BaseFont: 'Invisible',
        CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
        FontDescriptor: descriptor,
        DW: letterWidth,
        CIDToGIDMap: 'Identity',
      }),
    );
    context.assign(
      this.ref,
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: 'Invisible',
        Encoding: 'Identity-H',
        DescendantFonts: [letters],
        ToUnicode: context.register(context.flateStream(this.#meanings())),
      }),
    );
  }

  #codeOf(letter: string): number {
    const known = this.#codes.get(letter);
    if (known !== undefined) return known;
    const code = this.#codes.size + 1;
    this.#codes.set(letter, code);
    return code;
  }

  /** The mapping of codes to characters, in blocks of a hundred as the format requires. */
  #meanings(): string {
    const lines = [...this.#codes].map(([letter, code]) => {
      const units = Array.from({ length: letter.length }, (_, index) => hex(letter.charCodeAt(index)));
      return `<${hex(code)}> <${units.join('')}>`;
    });
    const blocks: string[] = [];
    for (let from = 0; from < lines.length; from += 100) {
      const block = lines.slice(from, from + 100);
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
    }
    return [
      '/CIDInit /ProcSet findresource begin',
      '12 dict begin',
      'begincmap',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
      '/CMapName /Adobe-Identity-UCS def',
      '/CMapType 2 def',
      '1 begincodespacerange',
      '<0000> <ffff>',
      'endcodespacerange',
      ...blocks,
      'endcmap',
      'CMapName currentdict /CMap defineresource pop',
      'end',
      'end',
    ].join('\n');
  }
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}
