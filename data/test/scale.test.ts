import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { densities, type GenerateProfile } from '../src/generate/density.ts';
import { scaleFor } from '../src/generate/scale.ts';

const profiles = Object.keys(densities) as GenerateProfile[];
const rows = fc.integer({ min: 1, max: 200_000_000 });

describe('scaleFor', () => {
  it('gives every platform as many rows as videos, and people a share of them', () => {
    const scale = scaleFor(10_000_000, 'videos');
    expect(scale.micro.threads + scale.micro.answers).toBe(10_000_000);
    expect(scale.photo).toEqual({ profiles: 500_000, posts: 10_000_000, comments: 10_000_000 });
    expect(scale.network).toEqual({ profiles: 5_000_000, companies: 250_000, posts: 10_000_000 });
    expect(scale.micro.profiles).toBe(1_000_000);
  });

  it('gives the tables of other platforms fewer rows when it is asked to, and videos as many as otherwise', () => {
    const { network, photo, micro, ...others } = scaleFor(10_000_000, 'videos', 10_000);
    expect({ network, photo, micro }).toMatchObject({
      network: { profiles: 5_000, posts: 10_000 },
      photo: { posts: 10_000, comments: 10_000 },
      micro: { profiles: 1_200 },
    });
    expect(scaleFor(10_000_000, 'videos')).toMatchObject(others);
  });

  it('gives ten comments and more for each video and photo under its profile, however many there are', () => {
    fc.assert(
      fc.property(rows, (count) => {
        const scale = scaleFor(count, 'comments');
        expect(scale.comments).toBeGreaterThanOrEqual(10 * count);
        expect(scale.photo.comments).toBeGreaterThanOrEqual(
          10 * scale.photo.posts * Math.min(1, count / 3_000),
        );
        expect(scale.observedOneIn).toBe(1);
      }),
    );
  });

  it('keeps the tables around videos and the pools within their bounds', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(...profiles), (count, profile) => {
        const scale = scaleFor(count, profile);
        for (const pool of [scale.captions, scale.tagSets, scale.network.companies]) {
          expect(pool).toBeLessThanOrEqual(1_000_000);
        }
        expect(scale.sounds).toBeLessThanOrEqual(2_000_000);
        expect(scale.postTagSets).toBeLessThanOrEqual(500_000);
        expect(scale.topics).toBeLessThanOrEqual(50_000);
        if (profile === 'comments') return;
        expect(scale.comments).toBeLessThanOrEqual(Math.min(count, 2_000_000));
        expect((count / scale.observedOneIn) * 3).toBeLessThanOrEqual(2_000_000);
      }),
    );
  });

  it('never gives fewer rows for more', () => {
    const sizes = (count: number, profile: GenerateProfile) => {
      const { network, photo, micro, comments, authors } = scaleFor(count, profile);
      return Object.values({ ...network, photos: photo, ...micro, comments, authors }).flatMap((size) =>
        typeof size === 'number' ? [size] : Object.values(size),
      );
    };
    fc.assert(
      fc.property(rows, rows, fc.constantFrom(...profiles), (one, other, profile) => {
        const fewer = sizes(Math.min(one, other), profile);
        const more = sizes(Math.max(one, other), profile);
        for (const [place, size] of more.entries()) expect(size).toBeGreaterThanOrEqual(fewer[place] ?? 0);
      }),
    );
  });
});
