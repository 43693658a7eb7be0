// Screenshots, one after the other, as one SVG picture that moves.

/** The side of the squares by which two screenshots are compared. */
const TILE = 24;

/**
 * What is seen of a page, and how long each of it is seen. Only what has changed is kept of each but the first. A viewer that shows no motion, or is
 * asked for none, shows the last.
 */
export class Film {
  #frames = [];

  /** Takes what a page shows now, which is seen for so many milliseconds. */
  async take(page, milliseconds) {
    const shot = await page.screenshot({ type: 'png', caret: 'hide' });
    this.#frames.push({ shot: shot.toString('base64'), milliseconds });
  }

  /** The picture; a browser cuts and packs the parts that changed. */
  async develop(browser) {
    const page = await browser.newPage();
    try {
      const { width, height, parts } = await page.evaluate(cut, [this.#frames.map(({ shot }) => shot), TILE]);
      return this.#svg(width, height, parts);
    } finally {
      await page.close();
    }
  }

  #svg(width, height, parts) {
    const total = this.#frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    let begin = 0;
    let styles = '';
    let body = '';
    // What looks the same in several places or at several times, such as whose turn it is, is kept once.
    const kept = new Map();
    for (const [number, { milliseconds }] of this.#frames.entries()) {
      const images = parts[number].map(({ x, y, w, h, data }) => {
        if (!kept.has(data)) kept.set(data, { id: `p${kept.size}`, w, h });
        return `<use x="${x}" y="${y}" href="#${kept.get(data).id}"/>`;
      }).join('\n');
      if (number === 0) body += `${images}\n`;
      else if (images !== '') {
        const share = (100 * begin / total).toFixed(2);
        styles += `@keyframes f${number}{0%{visibility:hidden}${share}%{visibility:visible}}\n.f${number}{animation:f${number} ${total / 1000}s step-end infinite}\n`;
        body += `<g class="f${number}">\n${images}\n</g>\n`;
      }
      begin += milliseconds;
    }
    styles += '@media (prefers-reduced-motion:reduce){g{animation:none!important}}\n';
    const defined = [...kept].map(([data, { id, w, h }]) => `<image id="${id}" width="${w}" height="${h}" href="data:image/webp;base64,${plain(Buffer.from(data.split(',')[1], 'base64')).toString('base64')}"/>`).join('\n');
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n<style>\n${styles}</style>\n<defs>\n${defined}\n</defs>\n${body}</svg>\n`;
  }
}

/** A WebP picture without its colour profile, which is larger than many a picture here and says what is said without it. */
function plain(webp) {
  for (let at = 12; at + 8 <= webp.length;) {
    const [name, size] = [webp.toString('latin1', at, at + 4), webp.readUInt32LE(at + 4)];
    const end = at + 8 + size + size % 2;
    if (name === 'VP8 ') {
      const head = Buffer.from('RIFF....WEBP', 'latin1');
      head.writeUInt32LE(4 + end - at, 4);
      return Buffer.concat([head, webp.subarray(at, end)]);
    }
    at = end;
  }
  return webp;
}

/** In a browser: the first picture, and of each other the rectangles that differ from the one before. */
async function cut([shots, tile]) {
  const QUALITY = 0.7;
  const load = async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    return image;
  };
  const draw = (image, x, y, w, h) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [w, h];
    canvas.getContext('2d', { willReadFrequently: true }).drawImage(image, x, y, w, h, 0, 0, w, h);
    return canvas;
  };
  const part = (image, x, y, w, h) => ({ x, y, w, h, data: draw(image, x, y, w, h).toDataURL('image/webp', QUALITY) });
  const images = await Promise.all(shots.map(load));
  const { width, height } = images[0];
  const pixels = (image) => new Uint32Array(draw(image, 0, 0, width, height).getContext('2d').getImageData(0, 0, width, height).data.buffer);
  const differs = (one, two, left, top) => {
    for (let y = top; y < Math.min(top + tile, height); y += 1) {
      for (let x = left; x < Math.min(left + tile, width); x += 1) if (one[y * width + x] !== two[y * width + x]) return true;
    }
    return false;
  };
  const parts = [[part(images[0], 0, 0, width, height)]];
  let before = pixels(images[0]);
  for (const image of images.slice(1)) {
    const after = pixels(image);
    /** Rectangles of tiles: a run in a row goes on where the row above has the same run. */
    const found = [];
    let above = new Map();
    for (let top = 0; top < height; top += tile) {
      const row = new Map();
      for (let left = 0; left < width; left += tile) {
        if (!differs(before, after, left, top)) continue;
        const begin = left;
        while (left + tile < width && differs(before, after, left + tile, top)) left += tile;
        const [x, w] = [begin, Math.min(left + tile, width) - begin];
        const same = above.get(`${x} ${w}`);
        const own = same ?? { x, y: top, w, h: 0 };
        own.h = Math.min(top + tile, height) - own.y;
        row.set(`${x} ${w}`, own);
        if (!same) found.push(own);
      }
      above = row;
    }
    parts.push(found.map(({ x, y, w, h }) => part(image, x, y, w, h)));
    before = after;
  }
  return { width, height, parts };
}
