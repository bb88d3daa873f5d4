/** A file as a call takes it. */
export function toBase64(file: File): Promise<{ name: string; base64: string }> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      // 'data:application/gzip;base64,H4sI…'; of an empty file there is no comma.
      const [, base64 = ''] = String(reader.result).split(',');
      resolve({ name: file.name, base64 });
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
