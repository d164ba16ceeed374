import type { DataType, Member } from '../types/data-type.ts';

/**
 * An Arrow type, as the format's flatbuffers describe it. Units of time are powers of 1000 of a second: 0 seconds, 1
 * milliseconds, 2 microseconds, 3 nanoseconds.
 */
export type ArrowType =
  | { readonly name: 'null' }
  | { readonly name: 'int'; readonly bits: 8 | 16 | 32 | 64; readonly signed: boolean }
  | { readonly name: 'float'; readonly double: boolean }
  | { readonly name: 'binary' }
  | { readonly name: 'utf8' }
  | { readonly name: 'bool' }
  | { readonly name: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly name: 'date' }
  | { readonly name: 'time'; readonly unit: 2 | 3 }
  | { readonly name: 'timestamp'; readonly unit: 0 | 1 | 2 | 3; readonly timezone: string | null }
  | { readonly name: 'interval' }
  | { readonly name: 'list' }
  | { readonly name: 'fixed-size list'; readonly size: number }
  | { readonly name: 'struct' }
  | { readonly name: 'map' };

export interface ArrowField {
  readonly name: string;
  readonly nullable: boolean;
  readonly type: ArrowType;
  readonly children: readonly ArrowField[];
  /** The dictionary if the values are indexes into one: `type` is then the type of its values. */
  readonly dictionary: ArrowDictionary | null;
}

export interface ArrowDictionary {
  /** The number of the dictionary in the stream, from 0. */
  readonly id: number;
  readonly indexBits: 8 | 16 | 32;
  readonly values: readonly string[];
}

/** The substitute for a type that Arrow lacks: `why` names the missing feature. */
export interface ArrowConversion {
  readonly as: 'Utf8' | 'Binary';
  readonly why: string;
}

const conversions: Readonly<Partial<Record<DataType['name'], ArrowConversion>>> = {
  UHUGEINT: { as: 'Utf8', why: 'decimal digits: the upper half has no room in Decimal128' },
  UUID: { as: 'Utf8', why: 'text, which more readers understand than 16 bytes' },
  'TIME WITH TIME ZONE': { as: 'Utf8', why: 'text: Arrow has no time of day with an offset' },
  BIT: { as: 'Utf8', why: 'zeros and ones: Arrow has no bit strings' },
  BIGNUM: { as: 'Utf8', why: 'decimal digits: Arrow has no integers of any length' },
  UNION: { as: 'Utf8', why: 'JSON of the value: few readers know Arrow’s unions' },
  VARIANT: { as: 'Utf8', why: 'JSON of the value: Arrow has no such type' },
  GEOMETRY: { as: 'Binary', why: 'well-known binary, without an extension’s name' },
};

/** The substitute for a type that Arrow, or most of its readers, lack; null for one that has its own representation. */
export function conversionInArrow(type: DataType): ArrowConversion | null {
  return conversions[type.name] ?? null;
}

/** The fields of a result, dictionaries numbered in the order of the fields. */
export function arrowFields(columns: readonly Member[]): ArrowField[] {
  const dictionaryCount = { value: 0 };
  return columns.map(({ name, type }) => fieldOf(name, type, dictionaryCount, true));
}

function fieldOf(name: string, type: DataType, count: { value: number }, nullable: boolean): ArrowField {
  const field = { name, nullable, children: [], dictionary: null };
  const child = (childName: string, childType: DataType, childNullable = true): ArrowField =>
    fieldOf(childName, childType, count, childNullable);
  switch (type.name) {
    case 'ENUM': {
      const indexBits = (type.storageBytes * 8) as 8 | 16 | 32;
      return {
        ...field,
        type: { name: 'utf8' },
        dictionary: { id: count.value++, indexBits, values: type.values },
      };
    }
    case 'LIST':
      return { ...field, type: { name: 'list' }, children: [child('item', type.child)] };
    case 'ARRAY':
      return {
        ...field,
        type: { name: 'fixed-size list', size: type.size },
        children: [child('item', type.child)],
      };
    case 'STRUCT':
      return {
        ...field,
        type: { name: 'struct' },
        // The members of an unnamed struct are identified by their position, from 1.
        children: type.members.map((member, index) => child(member.name || String(index + 1), member.type)),
      };
    case 'MAP':
      return {
        ...field,
        type: { name: 'map' },
        children: [
          {
            ...field,
            name: 'entries',
            nullable: false,
            type: { name: 'struct' },
            children: [child('key', type.key, false), child('value', type.value)],
          },
        ],
      };
    default:
      return { ...field, type: plainType(type) };
  }
}

const plainTypes: Readonly<Partial<Record<DataType['name'], ArrowType>>> = {
  BOOLEAN: { name: 'bool' },
  TINYINT: { name: 'int', bits: 8, signed: true },
  SMALLINT: { name: 'int', bits: 16, signed: true },
  INTEGER: { name: 'int', bits: 32, signed: true },
  BIGINT: { name: 'int', bits: 64, signed: true },
  UTINYINT: { name: 'int', bits: 8, signed: false },
  USMALLINT: { name: 'int', bits: 16, signed: false },
  UINTEGER: { name: 'int', bits: 32, signed: false },
  UBIGINT: { name: 'int', bits: 64, signed: false },
  // The type of sums of BIGINT. Beyond 38 digits the 128 bits are still exact, though they exceed the declared
  // precision.
  HUGEINT: { name: 'decimal', precision: 38, scale: 0 },
  FLOAT: { name: 'float', double: false },
  DOUBLE: { name: 'float', double: true },
  DATE: { name: 'date' },
  TIME: { name: 'time', unit: 2 },
  TIME_NS: { name: 'time', unit: 3 },
  TIMESTAMP: { name: 'timestamp', unit: 2, timezone: null },
  TIMESTAMP_S: { name: 'timestamp', unit: 0, timezone: null },
  TIMESTAMP_MS: { name: 'timestamp', unit: 1, timezone: null },
  TIMESTAMP_NS: { name: 'timestamp', unit: 3, timezone: null },
  'TIMESTAMP WITH TIME ZONE': { name: 'timestamp', unit: 2, timezone: 'UTC' },
  INTERVAL: { name: 'interval' },
  VARCHAR: { name: 'utf8' },
  BLOB: { name: 'binary' },
  '"NULL"': { name: 'null' },
};

function plainType(type: DataType): ArrowType {
  const conversion = conversionInArrow(type);
  if (conversion !== null) return { name: conversion.as === 'Utf8' ? 'utf8' : 'binary' };
  if (type.name === 'DECIMAL') return { name: 'decimal', precision: type.width, scale: type.scale };
  const plain = plainTypes[type.name];
  if (plain === undefined) throw new Error(`There is no Arrow type for ${type.name}`);
  return plain;
}
