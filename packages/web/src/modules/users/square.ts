import { avatarTypes, MAX_AVATAR_BYTES } from '@milepost/core/accounts/profile';

/** Larger than any avatar on screen, also where a CSS pixel is three of the screen's. */
const MAX_SIDE = 192;
/** An image of more bytes would take long to decode. */
const MAX_SOURCE_BYTES = 20 * 1024 * 1024;

export interface Square {
  image: Blob;
  /** For `<img>`. */
  url: string;
}

/** The center of an image as a square that fits the limit of an avatar; null if the file is no such image. */
export async function squareOf(file: File): Promise<Square | null> {
  if (!avatarTypes.includes(file.type) || file.size > MAX_SOURCE_BYTES) return null;
  try {
    const image = await createImageBitmap(file);
    const side = Math.min(image.width, image.height);
    const size = Math.min(side, MAX_SIDE);
    const canvas = document.createElement('canvas');
    canvas.width = size;
    canvas.height = size;
    canvas
      .getContext('2d')
      ?.drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, size, size);
    image.close();
    // 192 x 192 pixels have at most 147 KB, so even a PNG of noise fits.
    const square = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    return square && square.size <= MAX_AVATAR_BYTES ? { image: square, url: canvas.toDataURL('image/png') } : null;
  } catch {
    // Named like an image, but not an image.
    return null;
  }
}
