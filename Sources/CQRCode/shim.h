// QR codes, by libqrencode.
#pragma once
#include <qrencode.h>
