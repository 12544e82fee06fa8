// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Exact sums of floating-point numbers, so that what is taken back leaves no trace. A sum is a fixed-point number in a block of one array: limbs of 32 bits, each in a
 * signed {@code long} that has room for carries; only the limbs between the smallest and the largest bit seen are kept. The sum is rounded once, when it is
 * asked for.
 *
 * <pre>
 *   block: lowest limb's number (32) limbs (32) | additions since carries were settled | NaN | +Infinity | -Infinity | limbs ...
 * </pre>
 *
 * Limb {@code i} has the value {@code 2^(32 i - 1074)}: the lowest bit of a subnormal number is bit 0 of limb 0. A sum is known by the index of its block, 0 being the
 * empty sum. NaN and the infinities are counted.
 */
public final class ExactSums {

    private static final int ADDITIONS = 1;
    private static final int NAN = 2;
    private static final int POSITIVE_INFINITY = 3;
    private static final int NEGATIVE_INFINITY = 4;
    private static final int LIMBS = 5;

    private static final long LIMB_MASK = 0xFFFF_FFFFL;
    private static final int MANTISSA_BITS = 53;
    private static final int EXPONENT_MAX = 2046;

    /** The power of two in {@link #beyondRange}: no sum has more numbers. */
    public static final int BEYOND_RANGE_BITS = 64;

    /** The exponent of the lowest bit of a {@code double}. */
    private static final int EXPONENT_MIN = -1074;

    /** The limbs that a block can have; at last all: the range of {@code double}, and room for 2^63 additions. */
    private static final int[] SIZES = {4, 8, 16, 32, 70};

    /** The same for products of two. */
    private static final int[] SIZES_OF_PRODUCTS = {8, 16, 32, 64, 136};

    /** Carries are settled after so many additions at the latest, long before a limb could overflow. */
    private static final int ADDITIONS_MAX = 1 << 29;

    private final int[] sizes;
    private final int exponentMin;
    private final int[] firstFree = new int[SIZES.length];
    private final long[] magnitude;
    private long[] words = new long[64];
    private int end = 1;

    /** No sums of numbers yet. */
    public ExactSums() {
        this(SIZES, EXPONENT_MIN);
    }

    private ExactSums(int[] sizes, int exponentMin) {
        this.sizes = sizes;
        this.exponentMin = exponentMin;
        magnitude = new long[sizes[sizes.length - 1] + 1];
    }

    /** No sums of products yet: they are changed by {@link #addProduct} and read by {@link #unscaled} only. Limb {@code i} has the value {@code 2^(32 i - 2148)}. */
    public static ExactSums ofProducts() {
        return new ExactSums(SIZES_OF_PRODUCTS, 2 * EXPONENT_MIN);
    }

    /** Adds {@code sign}, 1 or -1, times the product of two numbers to a sum of products. Returns the sum, which may have moved. */
    public int addProduct(int sum, double x, double y, int sign) {
        if (!Double.isFinite(x) || !Double.isFinite(y)) {
            return addSpecial(sum, x * y, sign);
        }
        long mantissaX = mantissa(x);
        long mantissaY = mantissa(y);
        if (mantissaX == 0 || mantissaY == 0) {
            return sum;
        }
        int exponent = exponent(x) + exponent(y);
        int limb = exponent >>> 5;
        int shift = exponent & 31;
        int block = covering(sum, limb, limb + 5);
        countAddition(block);
        long factor = x < 0 == y < 0 ? sign : -sign;
        long low = mantissaX * mantissaY;
        long high = Math.multiplyHigh(mantissaX, mantissaY);
        long middle = high << shift | (shift == 0 ? 0 : low >>> (64 - shift));
        int at = block + LIMBS + limb - lowest(block);
        words[at] += factor * (low << shift & LIMB_MASK);
        words[at + 1] += factor * (low << shift >>> 32);
        words[at + 2] += factor * (middle & LIMB_MASK);
        words[at + 3] += factor * (middle >>> 32);
        words[at + 4] += factor * (shift == 0 ? 0 : high >>> (64 - shift));
        return block;
    }

    /** Whether a sum has neither NaN nor infinities in it. */
    public boolean isFinite(int sum) {
        return sum == 0 || (words[sum + NAN] | words[sum + POSITIVE_INFINITY] | words[sum + NEGATIVE_INFINITY]) == 0;
    }

    /** A sum without NaN and infinities, exactly, in units of {@code 2^}{@link #exponent(int)}. */
    public BigInteger unscaled(int sum) {
        if (sum == 0) {
            return BigInteger.ZERO;
        }
        settle(sum);
        int limbs = limbs(sum);
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + (limbs - 1) * Integer.BYTES);
        bytes.putLong(words[sum + LIMBS + limbs - 1]);
        for (int i = limbs - 2; i >= 0; i--) {
            bytes.putInt((int) words[sum + LIMBS + i]);
        }
        return new BigInteger(bytes.array());
    }

    /** The binary exponent of {@link #unscaled}'s unit. */
    public int exponent(int sum) {
        return sum == 0 ? 0 : 32 * lowest(sum) + exponentMin;
    }

    /** Adds a number to a sum. Returns the sum, which may have moved. */
    public int add(int sum, double value) {
        return add(sum, value, 1);
    }

    /** Takes a number back that was added, or will be. Returns the sum, which may have moved. */
    public int subtract(int sum, double value) {
        return add(sum, value, -1);
    }

    /** Adds a sum of another store of this kind. Returns the sum, which may have moved. */
    public int addAll(int sum, ExactSums other, int added) {
        if (added == 0) {
            return sum;
        }
        other.settle(added);
        int lowest = other.lowest(added);
        int limbs = other.limbs(added);
        int block = covering(sum, lowest, lowest + limbs - 1);
        countAddition(block);
        int to = block + LIMBS + lowest - lowest(block);
        for (int i = 0; i < limbs; i++) {
            words[to + i] += other.words[added + LIMBS + i];
        }
        for (int counter = ADDITIONS + 1; counter < LIMBS; counter++) {
            words[block + counter] += other.words[added + counter];
        }
        return block;
    }

    /** The sum, correctly rounded; 0.0 for the empty sum. */
    public double value(int sum) {
        if (sum == 0) {
            return 0;
        }
        boolean positive = words[sum + POSITIVE_INFINITY] > 0;
        boolean negative = words[sum + NEGATIVE_INFINITY] > 0;
        if (words[sum + NAN] > 0 || (positive && negative)) {
            return Double.NaN;
        }
        if (positive || negative) {
            return positive ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        }
        settle(sum);
        return round(sum, 0);
    }

    /** A sum divided by {@code 2^64} of which {@link #value} is infinite: as far beyond the range of numbers as sums come. */
    public double beyondRange(int sum) {
        return isFinite(sum) ? round(sum, BEYOND_RANGE_BITS) : value(sum);
    }

    /** Frees a sum. */
    public void free(int sum) {
        if (sum != 0) {
            int size = sizeClass(limbs(sum));
            words[sum] = firstFree[size];
            firstFree[size] = sum;
        }
    }

    /** Writes a sum. */
    public void write(int sum, StateWriter writer) {
        writer.writeLong(sum == 0 ? 0 : limbs(sum));
        if (sum != 0) {
            writer.writeLongs(words, sum, LIMBS + limbs(sum));
        }
    }

    /** Adds the sum that {@link #write} wrote. */
    public int read(StateReader reader) {
        int limbs = (int) reader.readLong();
        if (limbs == 0) {
            return 0;
        }
        int sum = allocate(0, limbs);
        reader.readLongs(words, sum, LIMBS + limbs);
        return sum;
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return (long) words.length * Long.BYTES;
    }

    private int add(int sum, double value, int sign) {
        if (!Double.isFinite(value)) {
            return addSpecial(sum, value, sign);
        }
        long mantissa = mantissa(value);
        if (mantissa == 0) {
            return sum;
        }
        int exponent = exponent(value);
        int limb = exponent >>> 5;
        int shift = exponent & 31;
        int block = covering(sum, limb, limb + 3);
        countAddition(block);
        long factor = value < 0 ? -sign : sign;
        int at = block + LIMBS + limb - lowest(block);
        long low = mantissa << shift;
        words[at] += factor * (low & LIMB_MASK);
        words[at + 1] += factor * (low >>> 32);
        words[at + 2] += factor * (shift == 0 ? 0 : mantissa >>> (64 - shift));
        return block;
    }

    /** The digits of a finite number, without its sign, in units of {@code 2^(exponent - 1074)}. */
    private static long mantissa(double value) {
        long bits = Double.doubleToRawLongBits(value);
        long mantissa = bits & ((1L << (MANTISSA_BITS - 1)) - 1);
        return (bits >>> (MANTISSA_BITS - 1) & 0x7FF) == 0 ? mantissa : mantissa | 1L << (MANTISSA_BITS - 1);
    }

    private static int exponent(double value) {
        int exponent = (int) (Double.doubleToRawLongBits(value) >>> (MANTISSA_BITS - 1)) & 0x7FF;
        return exponent == 0 ? 0 : exponent - 1;
    }

    private void countAddition(int block) {
        if (++words[block + ADDITIONS] > ADDITIONS_MAX) {
            settle(block);
        }
    }

    private int addSpecial(int sum, double value, int sign) {
        int block = sum == 0 ? allocate(0, sizes[0]) : sum;
        int counter = Double.isNaN(value) ? NAN : value > 0 ? POSITIVE_INFINITY : NEGATIVE_INFINITY;
        words[block + counter] += sign;
        return block;
    }

    /** A block with the sum that has the limbs from {@code first} to {@code last}. */
    private int covering(int sum, int first, int last) {
        if (sum == 0) {
            return allocate(first, sizes[sizeClass(last - first + 1)]);
        }
        int lowest = lowest(sum);
        int limbs = limbs(sum);
        if (first >= lowest && last < lowest + limbs) {
            return sum;
        }
        settle(sum);
        int newFirst = Math.min(first, lowest);
        int newLast = Math.max(last, lowest + limbs - 1);
        int block = allocate(newFirst, sizes[sizeClass(newLast - newFirst + 1)]);
        System.arraycopy(words, sum + ADDITIONS, words, block + ADDITIONS, LIMBS - ADDITIONS);
        System.arraycopy(words, sum + LIMBS, words, block + LIMBS + lowest - lowest(block), limbs);
        free(sum);
        return block;
    }

    /** Brings all limbs but the last, which has the sign, to 0 to 2^32 - 1. */
    private void settle(int sum) {
        int last = sum + LIMBS + limbs(sum) - 1;
        for (int at = sum + LIMBS; at < last; at++) {
            words[at + 1] += words[at] >> 32;
            words[at] &= LIMB_MASK;
        }
        words[sum + ADDITIONS] = 0;
    }

    /** @param shift by how many bits the sum is shifted right, 0 unless it is beyond the range */
    private double round(int sum, int shift) {
        int count = limbs(sum);
        boolean negative = words[sum + LIMBS + count - 1] < 0;
        int top = loadMagnitude(sum, count, negative);
        if (top < 0) {
            return 0;
        }
        int bits = top * 32 + 64 - Long.numberOfLeadingZeros(magnitude[top]);
        int offset = lowest(sum) * 32;
        long result;
        if (offset + bits <= MANTISSA_BITS) {
            result = extract(-offset, bits + offset);
        } else {
            int cut = bits - MANTISSA_BITS;
            long mantissa = extract(cut, MANTISSA_BITS);
            boolean half = extract(cut - 1, 1) != 0;
            if (half && ((mantissa & 1) != 0 || hasBitBelow(cut - 1))) {
                mantissa++;
            }
            long exponent = (long) offset + cut - shift;
            result = (exponent << (MANTISSA_BITS - 1)) + mantissa;
            if (result >>> (MANTISSA_BITS - 1) > EXPONENT_MAX) {
                result = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);
            }
        }
        return negative ? -Double.longBitsToDouble(result) : Double.longBitsToDouble(result);
    }

    /** Loads the absolute value as limbs of 32 bits each; the highest that is not 0, or -1. */
    private int loadMagnitude(int sum, int count, boolean negative) {
        long carry = negative ? 1 : 0;
        for (int i = 0; i < count; i++) {
            long limb = words[sum + LIMBS + i];
            if (i < count - 1) {
                limb = (negative ? ~limb & LIMB_MASK : limb) + carry;
                carry = limb >>> 32;
                magnitude[i] = limb & LIMB_MASK;
            } else {
                limb = (negative ? ~limb : limb) + carry;
                magnitude[i] = limb & LIMB_MASK;
                magnitude[i + 1] = limb >>> 32;
            }
        }
        int top = count;
        while (top >= 0 && magnitude[top] == 0) {
            top--;
        }
        return top;
    }

    /** The {@code length} bits of the magnitude from bit {@code from} on; bits below bit 0 are 0. */
    private long extract(int from, int length) {
        long bits = 0;
        for (int i = 0; i < length; ) {
            int at = from + i;
            if (at < 0) {
                i -= at;
                continue;
            }
            bits |= magnitude[at >>> 5] >>> (at & 31) << i;
            i += 32 - (at & 31);
        }
        return bits & (1L << length) - 1;
    }

    private boolean hasBitBelow(int bit) {
        for (int limb = 0; limb < bit >>> 5; limb++) {
            if (magnitude[limb] != 0) {
                return true;
            }
        }
        return bit > 0 && (magnitude[bit >>> 5] & (1L << (bit & 31)) - 1) != 0;
    }

    /** A block of zeros for limbs from {@code lowest} on, or from a lower one where it would go past the last limb that there is. */
    private int allocate(int lowest, int limbs) {
        int size = sizeClass(limbs);
        int sum = firstFree[size];
        int length = LIMBS + sizes[size];
        if (sum != 0) {
            firstFree[size] = (int) words[sum];
            Arrays.fill(words, sum, sum + length, 0);
        } else {
            sum = end;
            long needed = (long) end + length;
            if (needed > words.length) {
                words = Arrays.copyOf(words, Capacity.grown(words.length, needed, "the exact sums"));
            }
            end += length;
        }
        words[sum] = (long) Math.min(lowest, sizes[sizes.length - 1] - sizes[size]) << 32 | sizes[size];
        return sum;
    }

    private int sizeClass(int limbs) {
        int size = 0;
        while (sizes[size] < limbs) {
            size++;
        }
        return size;
    }

    private int lowest(int sum) {
        return (int) (words[sum] >>> 32);
    }

    private int limbs(int sum) {
        return (int) words[sum];
    }
}
