import { saveBlob } from '../parts/save-blob.ts';

const inlined = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-family',
];

/** The drawing with its styles written out, so that it looks the same elsewhere. */
function standalone(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [sources, copies] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')];
  copies.forEach((element, i) => {
    const source = sources[i];
    if (source === undefined) return;
    const style = getComputedStyle(source);
    for (const name of inlined) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('class');
  });
  const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  background.setAttribute('width', '100%');
  background.setAttribute('height', '100%');
  background.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  const name = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  name.textContent = title;
  copy.prepend(name, background);
  return new XMLSerializer().serializeToString(copy);
}

export function downloadSvg(svg: SVGSVGElement | undefined, title: string): void {
  if (svg === undefined) return;
  saveBlob(new Blob([standalone(svg, title)], { type: 'image/svg+xml' }), title, 'svg');
}

/** Twice the size on the screen, for print and sharp screens. */
export async function downloadPng(svg: SVGSVGElement | undefined, title: string): Promise<void> {
  if (svg === undefined) return;
  const image = new Image();
  const address = URL.createObjectURL(new Blob([standalone(svg, title)], { type: 'image/svg+xml' }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = svg.clientWidth * 2;
    canvas.height = svg.clientHeight * 2;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob !== null) saveBlob(blob, title, 'png');
  } finally {
    URL.revokeObjectURL(address);
  }
}
