import { uploadLimits } from '@milepost/core/files/uploads';

/** Whether a file gets a thumbnail: images do, unless it would take too long. */
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
    // Named like an image, but none: it is uploaded without a thumbnail.
    return null;
  }
}
