// An entry for each function: a jump to the address in `lazy_addresses`. At first that is a stub
// which has the library loaded, puts the address there and calls the function with the arguments as
// they came.
//
// Elsewhere than on Linux with x86-64 the libraries are loaded at the start.
#if defined(__linux__) && defined(__x86_64__)
  .section .note.GNU-stack, "", %progbits

#define LIBRARY(names, packages)
#define FUNCTION(name)                     \
  .text;                                   \
  .globl name;                             \
  .hidden name;                            \
  .type name, %function;                   \
  name:                                    \
  endbr64;                                 \
  jmp *.Laddress_##name(%rip);             \
  .Lstub_##name:                           \
  endbr64;                                 \
  leaq .Laddress_##name(%rip), %r11;       \
  jmp lazy_call;                           \
  .data;                                   \
  .balign 8;                               \
  .Laddress_##name:                        \
  .quad .Lstub_##name;

  .data
  .balign 8
  .globl lazy_addresses
  .hidden lazy_addresses
lazy_addresses:
#include "functions.h"

  .text
// r11 is the place of the address. Everything that may have an argument is saved, al as well: it is
// the number of vector registers of a call with variable arguments.
lazy_call:
  .cfi_startproc
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  subq $192, %rsp
  andq $-16, %rsp
  movq %rdi, (%rsp)
  movq %rsi, 8(%rsp)
  movq %rdx, 16(%rsp)
  movq %rcx, 24(%rsp)
  movq %r8, 32(%rsp)
  movq %r9, 40(%rsp)
  movq %rax, 48(%rsp)
  movups %xmm0, 64(%rsp)
  movups %xmm1, 80(%rsp)
  movups %xmm2, 96(%rsp)
  movups %xmm3, 112(%rsp)
  movups %xmm4, 128(%rsp)
  movups %xmm5, 144(%rsp)
  movups %xmm6, 160(%rsp)
  movups %xmm7, 176(%rsp)
  movq %r11, %rdi
  call lazy_resolve
  movq %rax, %r11
  movq (%rsp), %rdi
  movq 8(%rsp), %rsi
  movq 16(%rsp), %rdx
  movq 24(%rsp), %rcx
  movq 32(%rsp), %r8
  movq 40(%rsp), %r9
  movq 48(%rsp), %rax
  movups 64(%rsp), %xmm0
  movups 80(%rsp), %xmm1
  movups 96(%rsp), %xmm2
  movups 112(%rsp), %xmm3
  movups 128(%rsp), %xmm4
  movups 144(%rsp), %xmm5
  movups 160(%rsp), %xmm6
  movups 176(%rsp), %xmm7
  leave
  .cfi_def_cfa %rsp, 8
  jmp *%r11
  .cfi_endproc

#endif
