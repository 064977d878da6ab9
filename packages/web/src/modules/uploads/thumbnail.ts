import { uploadLimits } from '@milepost/core/files/uploads';

/** Whether a file is drawn small: images are, unless that would take longer than the look is worth. */
export function isDrawn(file: Pick<File, 'type' | 'size'>): boolean {
  return /^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(file.type) && file.size <= uploadLimits.thumbnailSource;
}

/** The center of an image as a square of 120 x 120 pixels, as a URL for `<img>`; null if it is not an image. */
export async function thumbnailOf(file: File): Promise<string | null> {
  if (!isDrawn(file)) return null;
  try {
    const image = await createImageBitmap(file);
    const size = uploadLimits.thumbnail;
    const canvas = document.createElement('canvas');
    canvas.width = size;
    canvas.height = size;
    const side = Math.min(image.width, image.height);
    const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
    canvas.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, size, size);
    image.close();
    return canvas.toDataURL();
  } catch {
    // Called a image, and none: the file goes its way without one.
    return null;
  }
}
