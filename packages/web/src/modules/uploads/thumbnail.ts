import { uploadLimits } from '@milepost/core/uploads';

/** Whether a file is drawn small: pictures are, unless that would take longer than the look is worth. */
export function isDrawn(file: Pick<File, 'type' | 'size'>): boolean {
  return /^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(file.type) && file.size <= uploadLimits.thumbnailSource;
}

/** The middle of a picture as a square of 120 x 120 pixels, as an address for `<img>`; null where it is none after all. */
export async function thumbnailOf(file: File): Promise<string | null> {
  if (!isDrawn(file)) return null;
  try {
    const picture = await createImageBitmap(file);
    const size = uploadLimits.thumbnail;
    const canvas = document.createElement('canvas');
    canvas.width = size;
    canvas.height = size;
    const side = Math.min(picture.width, picture.height);
    const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
    canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, size, size);
    picture.close();
    return canvas.toDataURL();
  } catch {
    // Called a picture, and none: the file goes its way without one.
    return null;
  }
}
