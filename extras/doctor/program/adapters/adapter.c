/* cc THIS_FILE -lm -o mine && ./doctor attention -- ./mine
   ./doctor KIND lists what a case of another kind holds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *word(const char *dir, const char *key);    /* of case.txt; "" where there is none */
double number(const char *dir, const char *key);               /* the same, where it is a number */
double *read_array(const char *dir, const char *name);       /* NULL where there is none */
void write_array(const char *dir, const char *name, const double *numbers, int a, int b, int c);
void skip(const char *dir); /* yours is not meant to do what is asked */

int main(int argc, char **argv) {
    for (int i = 2; i < argc; ++i) { /* argv[1] is the kind */
        const char *dir = argv[i];
        int n = number(dir, "n_query"), m = number(dir, "n_key"), causal = number(dir, "causal");
        int d_k = number(dir, "d_k"), d_v = number(dir, "d_v");
        double *q = read_array(dir, "q"), *k = read_array(dir, "k"), *v = read_array(dir, "v");
        double *mask = read_array(dir, "mask"); /* n * m numbers: 1 where a key may be attended to */
        double *output = calloc(n * d_v, sizeof(double));
        skip(dir); /* yours in its place: fill output[n * d_v] */
        write_array(dir, "output", output, 1, n, d_v); /* and "grad_q", ... in attention_grad */
    }
}

/* Files: nothing to fill in below. */
static FILE *open_file(const char *dir, const char *name, const char *end, const char *how) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s%s", dir, name, end);
    return fopen(path, how);
}

const char *word(const char *dir, const char *key) {
    char each[256], *value = malloc(256);
    FILE *file = open_file(dir, "case", ".txt", "r");
    int found = 0;
    while (!found && fscanf(file, "%255s %255s", each, value) == 2) found = !strcmp(each, key);
    fclose(file);
    return found ? value : "";
}

double number(const char *dir, const char *key) { return atof(word(dir, key)); }

double *read_array(const char *dir, const char *name) {
    unsigned char start[10], byte;
    char header[65536] = "";
    long long whole;
    FILE *file = open_file(dir, name, ".npy", "rb");
    if (!file || fread(start, 1, 10, file) != 10) return NULL;
    if (!fread(header, 1, start[8] + 256u * start[9], file)) return NULL;
    int doubles = strstr(header, "<f8") != NULL, bytes = strstr(header, "|u1") != NULL;
    double *numbers = malloc(sizeof(double));
    for (size_t n = 0;; ++n) {
        numbers = realloc(numbers, (n + 1) * sizeof(double));
        size_t got = doubles ? fread(numbers + n, 8, 1, file)
                             : bytes ? fread(&byte, 1, 1, file) : fread(&whole, 8, 1, file);
        if (!got) break;
        if (!doubles) numbers[n] = bytes ? byte : (double)whole;
    }
    fclose(file);
    return numbers;
}

void write_array(const char *dir, const char *name, const double *numbers, int a, int b, int c) {
    char header[118];
    FILE *file = open_file(dir, name, ".npy", "wb");
    snprintf(header, sizeof header,
             "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d, %d), }", a, b, c);
    fwrite("\x93NUMPY\x01\x00\x76\x00", 1, 10, file);
    fprintf(file, "%-117s\n", header);
    fwrite(numbers, 8, (size_t)a * b * c, file);
    fclose(file);
}

void skip(const char *dir) { fclose(open_file(dir, "skip", "", "w")); }
