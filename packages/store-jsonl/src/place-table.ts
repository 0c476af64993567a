const SMALLEST = 1 << 12;

/** Places in a file by the hash of what stands there. 16 bytes of memory for a place, up to 32 after it has grown. */
export type PlaceTable = {
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

  function grow(): void {
    const [oldPlaces, oldHashes] = [places, hashes];
    places = new Float64Array(oldPlaces.length * 2);
    hashes = new Uint32Array(oldPlaces.length * 2);
    for (let slot = 0; slot < oldPlaces.length; slot += 1) {
      const place = oldPlaces[slot] ?? 0;
      if (place !== 0) put(oldHashes[slot] ?? 0, place - 1);
    }
  }

  return {
    add(hash, place) {
      count += 1;
      if (count * 4 > places.length * 3) grow();
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
