const SMALLEST = 1 << 12;

/** Places in a file by the hash of what stands there: 12 bytes of memory a slot, at most three in four of them taken. */
export type PlaceTable = {
  count(): number;
  /** Makes room for this many more at once, which is cheaper than bit by bit. */
  reserve(count: number): void;
  add(hash: number, place: number): void;
  /** All places of a hash. */
  find(hash: number): readonly number[];
};

/** Open addressing: a place plus one, and next to it its hash; 0 where a slot is free. */
export function createPlaceTable(): PlaceTable {
  let places = new Float64Array(SMALLEST);
  let hashes = new Uint32Array(SMALLEST);
  let count = 0;

  function put(hash: number, place: number): void {
    const mask = places.length - 1;
    let slot = hash & mask;
    while (places[slot] !== 0) slot = (slot + 1) & mask;
    places[slot] = place + 1;
    hashes[slot] = hash;
  }

  function resize(length: number): void {
    const [oldPlaces, oldHashes] = [places, hashes];
    places = new Float64Array(length);
    hashes = new Uint32Array(length);
    for (let slot = 0; slot < oldPlaces.length; slot += 1) {
      const place = oldPlaces[slot] ?? 0;
      if (place !== 0) put(oldHashes[slot] ?? 0, place - 1);
    }
  }

  return {
    count: () => count,
    reserve(more) {
      let { length } = places;
      while ((count + more) * 4 > length * 3) length *= 2;
      if (length > places.length) resize(length);
    },
    add(hash, place) {
      count += 1;
      if (count * 4 > places.length * 3) resize(places.length * 2);
      put(hash, place);
    },
    find(hash) {
      const mask = places.length - 1;
      const found: number[] = [];
      for (let slot = hash & mask; places[slot] !== 0; slot = (slot + 1) & mask)
        if (hashes[slot] === hash) found.push((places[slot] ?? 1) - 1);
      return found;
    },
  };
}
